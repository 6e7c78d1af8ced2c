import { afterEach, describe, expect, test } from '@jest/globals';
import { openConnection, whenReady } from '@portal/infra/redis';
import { TestClock, testActor, testConfig } from '@portal/infra/testing';
import { everySearch } from '@portal/proto/criteria/every-search';
import type { SearchType } from '@portal/proto/http/search-types';
import { searchPaging } from '@portal/proto/http/search-paging';
import { fail } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { SearchInput } from '@portal/proto/rpc/search';
import { anyDay } from '../e2e/search-samples.js';
import { ReadingLimits } from '../src/edge/reading-limits.js';
import { allowancesOf, readingShares, searchingShares, walkAfter } from '../src/edge/reading.rules.js';
import { DetailsController } from '../src/http/details.controller.js';
import type { OfferedSearch } from '../src/http/offered-search.js';
import { SearchExportController } from '../src/http/search-export.controller.js';
import { SearchController } from '../src/http/search.controller.js';
import type { Visit } from '../src/session/visit.js';
import { Refusal } from '../src/answers/refusal.js';

const open: ReadingLimits[] = [];
afterEach(() => {
  for (const limits of open.splice(0)) limits.onApplicationShutdown();
});

const start = async (over: { readingLimits?: number; searchLimits?: number; redisUrl?: string } = {}) => {
  const config = testConfig(over);
  const limits = new ReadingLimits(config);
  open.push(limits);
  await limits.onModuleInit();
  return { limits, config };
};
const visitOf = (over: Partial<Actor>): Visit =>
  ({ county: { id: 'lake' }, address: '192.0.2.1', session: { actor: testActor(over) } }) as Visit;
const guest = (session: string): Visit => visitOf({ role: 'GUEST', session, user: 'the-guest' });

/** Returns the seconds to wait before the pages are shown; 0 when they are shown. */
const look = async (
  limits: ReadingLimits,
  visit: Visit,
  key: string,
  pages: number[],
  address = '192.0.2.1',
): Promise<number> => {
  try {
    await limits.count({ ...visit, address }, key, pages);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.code !== 'TOO_MANY_REQUESTS') throw error;
    return Number(error.failure.params?.seconds);
  }
};
const five = (from: number): number[] => [0, 1, 2, 3, 4].map((more) => from + more);

describe('S36 the limit on viewed pages', () => {
  test('lets a guest view thirty pages a minute, and states when the guest may view more', async () => {
    const { limits } = await start();
    for (let view = 0; view < 6; view += 1)
      expect(await look(limits, guest('one'), `A100000${view}`, five(1))).toBe(0);
    const seconds = await look(limits, guest('one'), 'A1000009', [1]);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await look(limits, guest('two'), 'A1000009', [1])).toBe(0);
  });

  test('states the correct waiting time', async () => {
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

  test('counts a page once, however often it is viewed', async () => {
    const { limits } = await start();
    for (let times = 0; times < 50; times += 1)
      expect(await look(limits, guest('one'), 'A1000001', five(1 + (times % 2)))).toBe(0);
    for (let view = 2; view < 6; view += 1)
      expect(await look(limits, guest('one'), `A100000${view}`, five(1))).toBe(0);
    expect(await look(limits, guest('one'), 'A1000007', [1, 2, 3, 4])).toBe(0);
    expect(await look(limits, guest('one'), 'A1000008', [1])).toBeGreaterThan(0);
    // pages that this guest has already viewed can be viewed again
    expect(await look(limits, guest('one'), 'A1000001', five(1))).toBe(0);
  });

  test('is shared by the sessions of one network, and does not affect other networks', async () => {
    const { limits } = await start();
    const [{ things: pages }] = readingShares.network;
    for (let view = 0; view < pages / 5; view += 1)
      expect(await look(limits, guest(`s${view}`), `A${view}`, five(1), `192.0.2.${view % 250}`)).toBe(0);
    expect(await look(limits, guest('fresh'), 'B1', [1], '192.0.2.9')).toBeGreaterThan(0);
    expect(await look(limits, guest('fresh'), 'B1', [1], '198.51.100.9')).toBe(0);
  });

  test('applies to a user, the account and the network, but not to staff', () => {
    const holders = (over: Partial<Actor>) => [
      ...new Set(allowancesOf({ ...visitOf(over), address: '2001:db8:1:2::9' }).map(({ holder }) => holder)),
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

  test('reports one walk through the records when a user views 200 documents in the order of their numbers, and none otherwise', async () => {
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

  test('lets nobody view a page while Redis is unavailable, and refuses nobody while the limits are off', async () => {
    const { limits } = await start({ redisUrl: 'redis://127.0.0.1:1' });
    await expect(limits.count(guest('one'), 'A1', [1])).rejects.toMatchObject({
      failure: { code: 'SERVICE_UNAVAILABLE' },
    });
    const { limits: off } = await start({ readingLimits: 0 });
    for (let view = 0; view < 10; view += 1)
      expect(await look(off, guest('one'), `A${view}`, five(1))).toBe(0);
  });
});

describe('S36 the limit on searches', () => {
  const byName = (lastName: string): SearchInput => ({
    type: 'searchByName',
    criteria: everySearch.searchByName
      .schema({ today: '2026-11-22' })
      .parse({ grantorGranteeLastName1: lastName, ...anyDay }),
    paging: searchPaging('searchByName').parse({}),
  });
  const byNumber = (from: string, to = ''): SearchInput => ({
    type: 'searchByDocumentNumber',
    criteria: everySearch.searchByDocumentNumber
      .schema({ today: '2026-11-22' })
      .parse({ fromDocumentNumber: from, toDocumentNumber: to }),
    paging: searchPaging('searchByDocumentNumber').parse({}),
  });
  const walks = async (): Promise<number> => {
    const { registry } = await import('@portal/infra/metrics');
    return Number(/^reading_walks_total (\d+)/m.exec(await registry.metrics())?.[1] ?? 0);
  };
  const waitOf = (asked: Promise<void>): Promise<number> =>
    asked.then(
      () => 0,
      ({ failure }: Refusal) => Number(failure.params?.seconds),
    );
  const user = visitOf({ role: 'USER', user: 'u', account: 'a' });

  test('S36 allows a user sixty searches a minute, and does not count further pages of a search', async () => {
    const { limits } = await start();
    const [{ things }] = searchingShares.user;
    expect(things).toBe(60);
    for (let at = 0; at < things; at += 1)
      expect(await waitOf(limits.countSearch(user, byName(`N${at}`)))).toBe(0);
    const seconds = await waitOf(limits.countSearch(user, byName('ONE MORE')));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    const again = byName('N7');
    const nextPage = { ...again, paging: { ...again.paging, pageNumber: 2, batch: 3 } };
    expect(await waitOf(limits.countSearch(user, nextPage))).toBe(0);
    expect(
      await waitOf(limits.countSearch(visitOf({ role: 'USER', user: 'other', account: 'b' }), again)),
    ).toBe(0);
    expect(await waitOf(limits.countSearch(visitOf({ role: 'COUNTY' }), byName('STAFF')))).toBe(0);
  });

  test('S36 allows a user two thousand searches a day', async () => {
    const { limits, config } = await start();
    const redis = openConnection(config.redisUrl);
    await whenReady(redis);
    await limits.countSearch(user, byName('FIRST'));
    const keys = await redis.keys(`${config.redisNamespace}:searching:86400:*:user:u`);
    expect(keys).toHaveLength(1);
    await redis.sadd(keys[0] ?? '', ...Array.from({ length: 1_999 }, (_, at) => `made ${at}`));
    const seconds = await waitOf(limits.countSearch(user, byName('ONE MORE')));
    expect(seconds).toBeGreaterThan(86_000);
    expect(await waitOf(limits.countSearch(user, byName('FIRST')))).toBe(0);
    redis.disconnect();
  });

  test('S36 reports one walk through the records when a user opens or searches for 199 records in the order of their numbers', async () => {
    const { limits } = await start({ searchLimits: 10 });
    const before = await walks();
    for (let at = 0; at < 199; at += 1) await limits.countRecord(user, `A${3_000_000 + at}`);
    expect(await walks()).toBe(before + 1);
    const asker = visitOf({ role: 'USER', user: 'asker', account: 'c' });
    for (let at = 0; at < 199; at += 1) await limits.countSearch(asker, byNumber(`${3_000_000 + at}`));
    expect(await walks()).toBe(before + 2);
  });

  test.each([
    ['ranges of one number', (number: string) => byNumber(number, number)],
    ['numbers with the letter of the type', (number: string) => byNumber(`a${number}`)],
  ])('S36 reports a walk through the records by searches for %s', async (_what, inputOf) => {
    const { limits } = await start({ searchLimits: 10 });
    const before = await walks();
    for (let at = 0; at < 199; at += 1) await limits.countSearch(user, inputOf(`${3_000_000 + at}`));
    expect(await walks()).toBe(before + 1);
  });

  test('S36 does not count searches for ranges of numbers as steps of a walk through the records', async () => {
    const { limits } = await start({ searchLimits: 10 });
    const before = await walks();
    for (let at = 0; at < 199; at += 1)
      await limits.countSearch(user, byNumber(`${3_000_000 + at}`, `${3_000_500 + at}`));
    expect(await walks()).toBe(before);
  });

  test('S36 counts every search, print and record before the portal carries out the request', async () => {
    const shut = {
      countSearch: () => Promise.reject(new Refusal(fail('TOO_MANY_REQUESTS', { seconds: 1 }))),
      countRecord: () => Promise.reject(new Refusal(fail('TOO_MANY_REQUESTS', { seconds: 1 }))),
    } as unknown as ReadingLimits;
    // a stand-in for the RPC client, catalog, balance and store, which this test does not reach
    const none = undefined as never;
    const all = { allow: (_: Visit, type: SearchType) => Promise.resolve(type) } as unknown as OfferedSearch;
    const visit = {
      ...user,
      county: { id: 'lake', timeZone: 'America/Chicago' },
      session: { ...user.session, user: { searchList: ['searchByName'] } },
    } as unknown as Visit;
    const body = { grantorGranteeLastName1: 'SMITH', ...anyDay };
    const clock = new TestClock('2026-11-22T12:00:00Z');
    const details = new DetailsController(none, none, none, shut);
    const record = { docId: 'A1000001', id: 'A1000001' };
    const asked = [
      () => new SearchController(none, all, shut, none, clock).search('searchByName', body, visit),
      () =>
        new SearchExportController(none, all, shut, none, clock).print(
          'searchByName',
          { ...body, format: 'CSV' },
          visit,
          none,
          none,
        ),
      ...(['document', 'certificate', 'taxLien', 'bookEntry', 'tractBook', 'legal'] as const).map(
        (kind) => async () => details[kind](record, visit),
      ),
    ];
    for (const ask of asked)
      await expect(ask()).rejects.toMatchObject({ failure: { code: 'TOO_MANY_REQUESTS' } });
  });
});
