import { expect, test } from '@jest/globals';
import { fail, ok } from '@portal/proto/result';
import { Refusal } from '../src/answers/refusal.js';
import { CardPages } from '../src/edge/card-pages.js';

const openAt = (demo = false) => {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const pages = new CardPages({ demo }, { now: () => new Date(now) });
  const open = (address: string, attempt: string): void => {
    pages.admit(address);
    pages.opened(address, attempt);
  };
  const openTwenty = (address: string): void => {
    for (let page = 0; page < 20; page += 1) open(address, `attempt-${page}`);
  };
  return { pages, open, openTwenty, pass: (ms: number) => (now += ms) };
};
const refusalOf = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error instanceof Refusal ? error.failure : error;
  }
  return undefined;
};

test('S37 after twenty unpaid card pages from one network, no more are opened for a day', () => {
  const { pages, openTwenty, pass } = openAt();
  openTwenty('192.0.2.7');
  expect(refusalOf(() => pages.admit('192.0.2.7'))).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    params: { seconds: 86_400 },
  });
  expect(refusalOf(() => pages.admit('192.0.2.8'))).toBeUndefined();
  pass(24 * 60 * 60_000);
  expect(refusalOf(() => pages.admit('192.0.2.7'))).toBeUndefined();
});

test('S37 all addresses of one customer network share the limit on unpaid card pages', () => {
  const { pages, open } = openAt();
  for (let page = 0; page < 20; page += 1) open(`2001:db8:0:1::${page + 1}`, `attempt-${page}`);
  expect(refusalOf(() => pages.admit('2001:db8:0:1::ffff'))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(refusalOf(() => pages.admit('2001:db8:0:2::1'))).toBeUndefined();
});

test('a card page that is paid does not count toward the limit, and a page that is opened again counts once', () => {
  const { pages, open, openTwenty } = openAt();
  openTwenty('192.0.2.7');
  pages.paid('192.0.2.7', 'attempt-3');
  expect(refusalOf(() => open('192.0.2.7', 'attempt-4'))).toBeUndefined();
  expect(refusalOf(() => open('192.0.2.7', 'attempt-20'))).toBeUndefined();
  expect(refusalOf(() => pages.admit('192.0.2.7'))).toBeDefined();
});

test('the limit on unpaid card pages does not apply to the demo, whose users share one network', () => {
  const { pages, openTwenty } = openAt(true);
  openTwenty('127.0.0.1');
  expect(refusalOf(() => pages.admit('127.0.0.1'))).toBeUndefined();
});

test('simultaneous requests of one network open no more card pages than its limit', async () => {
  const { pages } = openAt();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const asked = Array.from({ length: 30 }, (_, page) =>
    pages.open('192.0.2.7', async () => {
      await answered;
      return page === 7 ? fail('SERVICE_BUSY') : ok({ attemptId: `attempt-${page}` });
    }),
  );
  const settled = Promise.allSettled(asked);
  expect(refusalOf(() => pages.admit('192.0.2.7'))).toMatchObject({ params: { seconds: 1 } });
  expect(refusalOf(() => pages.admit('192.0.2.8'))).toBeUndefined();
  answer();
  const opened = (await settled).filter(({ status }) => status === 'fulfilled');
  expect(opened).toHaveLength(20);
  // one of the twenty pages was not opened, so the network may open another one
  expect(refusalOf(() => pages.admit('192.0.2.7'))).toBeUndefined();
});
