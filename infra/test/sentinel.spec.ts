import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { openConnection, whenReady } from '@portal/infra/redis';
import { redisProgram, startRedis } from '../local/embedded-redis.mjs';
import { freePort } from '../local/ports.mjs';
import { stopProcess } from '../local/processes.mjs';
import { makeRedisUsers, redisPlaces, redisUrlOf } from '../local/redis-users.mjs';

type Server = Awaited<ReturnType<typeof startRedis>>;

const folder = mkdtempSync(join(tmpdir(), 'portal-sentinel-'));
const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
let environment: { REDIS_URL: string; REDIS_USERS: string; PROCESS_SECRET: string };
let primary: Server;
let replica: Server;

const portOf = ({ url }: Server): string => new URL(url).port;

/**
 * Starts a Sentinel for a primary with one replica. The Sentinel counts the primary as down after half a second of
 * silence.
 */
async function startSentinel(): Promise<number> {
  const port = await freePort();
  const settings = [
    ...[
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor main 127.0.0.1 ${portOf(primary)} 1`,
    ],
    ...['sentinel down-after-milliseconds main 500', 'sentinel failover-timeout main 5000'],
  ];
  writeFileSync(join(folder, 'sentinel.conf'), `${settings.join('\n')}\n`);
  const { command, environment: libraries } = redisProgram();
  const server = spawn(command, [join(folder, 'sentinel.conf'), '--sentinel'], {
    env: { ...process.env, ...libraries },
    stdio: 'ignore',
  });
  undo.push(() => {
    server.kill();
    return once(server, 'exit');
  });
  return port;
}

/** Settles when the Sentinel knows the replica, which it learns from the primary. */
async function replicaIsKnown(): Promise<void> {
  for (
    const until = Date.now() + 30_000;
    (await redisPlaces(environment.REDIS_URL)).length < 2;
    await sleep(100)
  )
    if (Date.now() > until) throw new Error('the Sentinel knows no replica');
}

beforeAll(async () => {
  primary = await startRedis({ dir: join(folder, 'primary'), durable: false });
  replica = await startRedis({ dir: join(folder, 'replica'), durable: false });
  undo.push(primary.stop, replica.stop);
  const redis = new Redis(replica.url);
  await redis.replicaof('127.0.0.1', portOf(primary));
  await redis.quit();
  const sentinel = `127.0.0.1:${await startSentinel()}`;
  environment = {
    REDIS_URL: `redis://main?sentinels=127.0.0.1:1,${sentinel}`,
    REDIS_USERS: '1',
    PROCESS_SECRET: 'a secret of the operator with forty signs',
  };
  await replicaIsKnown();
  await makeRedisUsers(environment);
}, 60_000);
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test('a process finds the primary through its Sentinels, and the new primary after a failover', async () => {
  const redis = openConnection(redisUrlOf(environment, 'search') ?? '');
  await whenReady(redis, 10_000);
  expect(String(redis.stream.remotePort)).toBe(portOf(primary));
  const closed = once(redis, 'close');
  await stopProcess(primary.pid, ['SIGKILL']);
  await closed;
  await whenReady(redis, 30_000);
  // the replica has the same Redis users as the primary, so the process can sign in to the replica
  expect(redis.status).toBe('ready');
  expect(await redis.ping()).toBe('PONG');
  expect(String(redis.stream.remotePort)).toBe(portOf(replica));
  redis.disconnect();
}, 60_000);
