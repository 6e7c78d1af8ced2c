import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Functions to call when a connection closes. */
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
 * Calls `leave` once: when the answer ends, or when the connection closes before that. An answer that is queued behind
 * other answers of its connection (pipelining) gets no event when the connection closes, so the connection is watched
 * as well.
 * @returns a function that calls `leave` earlier
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
