import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What is given back when a connection closes. */
const leavesOf = new WeakMap<Socket, Set<() => void>>();

const atClose = (socket: Socket): Set<() => void> => {
  let leaves = leavesOf.get(socket);
  if (!leaves) {
    const fresh = new Set<() => void>();
    leavesOf.set(socket, (leaves = fresh));
    socket.once('close', () => {
      for (const leave of fresh) leave();
    });
  }
  return leaves;
};

/**
 * Gives something back once: with the end of the answer, or when the connection closes before. An answer that waits
 * behind others of its connection (pipelining) never hears of the connection's end, so the connection is asked too.
 * @returns the same, for an earlier moment
 */
export function leaveWith({ raw }: FastifyRequest, reply: FastifyReply, leave: () => void): () => void {
  const { socket } = raw;
  if (socket.destroyed) {
    leave();
    return () => undefined;
  }
  const leaves = atClose(socket);
  const once = (): void => {
    if (leaves.delete(once)) leave();
  };
  leaves.add(once);
  reply.raw.once('close', once);
  return once;
}
