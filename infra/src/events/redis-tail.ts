import { type Redis, firstEntries } from '../redis/index.js';
import type { Stop, Tail } from './event-log.js';

const BLOCK_MS = 1_000;
const PAUSE_MS = 100;

/** Follows streams without a group, each process for itself, from where they stand when the connection does. */
export async function tailStreams(redis: Redis, streams: readonly string[], tail: Tail): Promise<Stop> {
  let stopped = false;
  let positions: Map<string, string> | undefined;
  redis.on('close', () => (positions = undefined));
  const turn = async (): Promise<void> => {
    if (redis.status !== 'ready') throw new Error('not connected');
    if (!positions) {
      positions = await ends(redis, streams);
      tail.onGap();
    }
    await read(redis, positions, tail);
  };
  const loop = (async () => {
    while (!stopped) await turn().catch(() => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)));
  })();
  return async () => {
    stopped = true;
    redis.disconnect();
    await loop;
  };
}

async function ends(redis: Redis, streams: readonly string[]): Promise<Map<string, string>> {
  const newest = await Promise.all(streams.map((stream) => redis.xrevrange(stream, '+', '-', 'COUNT', 1)));
  return new Map(streams.map((stream, at) => [stream, newest[at]?.[0]?.[0] ?? '0-0']));
}

async function read(redis: Redis, positions: Map<string, string>, tail: Tail): Promise<void> {
  const from = ['STREAMS', ...positions.keys(), ...positions.values()];
  const reply: unknown = await redis.callBuffer('XREAD', 'COUNT', 100, 'BLOCK', BLOCK_MS, ...from);
  for (const stream of Array.isArray(reply) ? reply : []) {
    const name: unknown = Array.isArray(stream) ? stream[0] : undefined;
    for (const { id, frame } of firstEntries(stream)) {
      positions.set(String(name), id);
      tail.onRecord(frame.toString());
    }
  }
}
