import { afterEach, describe, expect, test } from '@jest/globals';
import { openConnection, whenReady } from '@portal/infra/redis';
import { testActor, testConfig } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { ReadingLimits } from '../src/edge/reading-limits.js';
import { allowancesOf, readingShares, walkAfter } from '../src/edge/reading.rules.js';
import type { Visit } from '../src/session/visit.js';
import { Refusal } from '../src/answers/refusal.js';

const open: ReadingLimits[] = [];
afterEach(() => {
  for (const limits of open.splice(0)) limits.onApplicationShutdown();
});

const start = async (over: { readingLimits?: number; redisUrl?: string } = {}) => {
  const config = testConfig(over);
  const limits = new ReadingLimits(config);
  open.push(limits);
  await limits.onModuleInit();
  return { limits, config };
};
const visitOf = (over: Partial<Actor>): Visit =>
  ({ county: { id: 'lake' }, session: { actor: testActor(over) } }) as Visit;
const guest = (session: string): Visit => visitOf({ role: 'GUEST', session, user: 'the-guest' });

/** Seconds that a look at pages must wait, 0 when they are shown. */
const look = async (
  limits: ReadingLimits,
  visit: Visit,
  key: string,
  pages: number[],
  address = '192.0.2.1',
): Promise<number> => {
  try {
    await limits.count(visit, address, key, pages);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.code !== 'TOO_MANY_REQUESTS') throw error;
    return Number(error.failure.params?.seconds);
  }
};
const five = (from: number): number[] => [0, 1, 2, 3, 4].map((more) => from + more);

describe('S36 looking at pages', () => {
  test('a guest sees thirty pages a minute, and is told when there is room again', async () => {
    const { limits } = await start();
    for (let view = 0; view < 6; view += 1)
      expect(await look(limits, guest('one'), `A100000${view}`, five(1))).toBe(0);
    const seconds = await look(limits, guest('one'), 'A1000009', [1]);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await look(limits, guest('two'), 'A1000009', [1])).toBe(0);
  });

  test('the wait that is told is the true one', async () => {
    const { limits, config } = await start();
    for (let view = 0; view < 6; view += 1) await look(limits, guest('one'), `A100000${view}`, five(1));
    const redis = openConnection(config.redisUrl);
    await whenReady(redis);
    const [key] = await redis.keys(`${config.redisNamespace}:reading:60:*:guest:one`);
    await redis.pexpire(key ?? '', 1_500);
    expect(await look(limits, guest('one'), 'A1000009', [1])).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(await look(limits, guest('one'), 'A1000009', [1])).toBe(0);
    redis.disconnect();
  });

  test('a page counts once, however often it is looked at', async () => {
    const { limits } = await start();
    for (let times = 0; times < 50; times += 1)
      expect(await look(limits, guest('one'), 'A1000001', five(1 + (times % 2)))).toBe(0);
    for (let view = 2; view < 6; view += 1)
      expect(await look(limits, guest('one'), `A100000${view}`, five(1))).toBe(0);
    expect(await look(limits, guest('one'), 'A1000007', [1, 2, 3, 4])).toBe(0);
    expect(await look(limits, guest('one'), 'A1000008', [1])).toBeGreaterThan(0);
    // what was seen can be seen again
    expect(await look(limits, guest('one'), 'A1000001', five(1))).toBe(0);
  });

  test('sessions opened by the dozen meet the share of their network, others do not', async () => {
    const { limits } = await start();
    const [{ pages }] = readingShares.network;
    for (let view = 0; view < pages / 5; view += 1)
      expect(await look(limits, guest(`s${view}`), `A${view}`, five(1), `192.0.2.${view % 250}`)).toBe(0);
    expect(await look(limits, guest('fresh'), 'B1', [1], '192.0.2.9')).toBeGreaterThan(0);
    expect(await look(limits, guest('fresh'), 'B1', [1], '198.51.100.9')).toBe(0);
  });

  test('each is held to the user, the account and the network; staff to nothing', () => {
    const holders = (over: Partial<Actor>) => [
      ...new Set(allowancesOf(visitOf(over), '2001:db8:1:2::9').map(({ holder }) => holder)),
    ];
    expect(holders({ role: 'USER', user: 'u', account: 'a' })).toEqual([
      'lake:user:u',
      'lake:account:a',
      'lake:network:2001:db8:1::/48',
    ]);
    expect(holders({ role: 'GUEST', user: 'g', session: 's', account: 'a' })).toEqual([
      'lake:guest:s',
      'lake:network:2001:db8:1::/48',
    ]);
    expect(holders({ role: 'COUNTY' })).toEqual([]);
  });

  test('a walk through the document numbers is noticed before two hundred', async () => {
    const { registry } = await import('@portal/infra/metrics');
    const walks = async (): Promise<number> =>
      Number(/^reading_walks_total (\d+)/m.exec(await registry.metrics())?.[1] ?? 0);
    const before = await walks();
    const { limits } = await start({ readingLimits: 10 });
    const reader = visitOf({ role: 'USER', user: 'walker' });
    for (let at = 0; at < walkAfter - 1; at += 1) await look(limits, reader, `A${2_000_000 + at * 2}`, [1]);
    expect(await walks()).toBe(before);
    for (let at = walkAfter - 1; at < 200; at += 1) await look(limits, reader, `A${2_000_000 + at * 2}`, [1]);
    expect(await walks()).toBe(before + 1);
    const searcher = visitOf({ role: 'USER', user: 'searcher' });
    for (let at = 0; at < 200; at += 1) await look(limits, searcher, `A${(at * 7_919) % 100_000}`, [1]);
    expect(await walks()).toBe(before + 1);
  });

  test('without Redis nothing is shown, and where measuring is all nothing is counted', async () => {
    const { limits } = await start({ redisUrl: 'redis://127.0.0.1:1' });
    await expect(limits.count(guest('one'), '192.0.2.1', 'A1', [1])).rejects.toMatchObject({
      failure: { code: 'SERVICE_UNAVAILABLE' },
    });
    const { limits: off } = await start({ readingLimits: 0 });
    for (let view = 0; view < 10; view += 1)
      expect(await look(off, guest('one'), `A${view}`, five(1))).toBe(0);
  });
});
