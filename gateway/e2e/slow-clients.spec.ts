import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DownloadOrder, PaymentAnswer } from '@portal/proto/http/orders';
import { contentOf, orderOf, Visitor } from './portal.js';
import { askRaw, connectFrom, headOf, parseReply, readToEnd, type RawReply } from './raw-requests.js';

/** More requests than one process serves at the same time. */
const MANY = 516;
/** The number of request bodies that one IP address may send at the same time. */
const ARRIVING = 128;
/** The deadline for a body or a head, plus some time for a busy machine. */
const CUT_OFF_MS = 10_000;
const LATE_MS = 8_000;

const login = { method: 'POST', target: '/LandShark/api/auth/login' };
const announcing = headOf({
  ...login,
  headers: { 'content-type': 'application/json', 'content-length': '500' },
});
const chunked = headOf({
  ...login,
  headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
});

interface Begun {
  readonly socket: Socket;
  readonly reply: Promise<RawReply>;
}

/** Sends a text and returns at once; `reply` resolves to the answer when the connection ends. */
const begin = (text: string, from: string): Begun => {
  const socket = connectFrom(from);
  socket.write(text);
  return { socket, reply: readToEnd(socket).then(parseReply) };
};
const hangUp = (begun: readonly Begun[]): void => {
  for (const { socket } of begun) socket.destroy();
};

const manyFrom = (addressOf: (nth: number) => string, text: string, count = MANY): Begun[] =>
  Array.from({ length: count }, (_, nth) => begin(text, addressOf(nth)));

const distinct = (nth: number): string => `127.8.${1 + (nth >> 7)}.${1 + (nth & 127)}`;

const search = {
  grantorGranteeLastName1: 'OLSON',
  fromRecordedDate: '01/01/2000',
  toRecordedDate: '01/01/2020',
};

/**
 * Signs in, searches and buys.
 * @returns how long that took, in milliseconds
 */
const dayAtWork = async (): Promise<number> => {
  const began = performance.now();
  const visitor = await Visitor.signedIn('demo.invoice');
  expect((await visitor.post('search/searchByName', search)).status).toBe(200);
  const { imageState } = await contentOf<DownloadOrder>(
    visitor.post('imaging/computeDownloadOrder', orderOf('1', 'A1000003')),
  );
  const paying = visitor.post('imaging/payDownloadOrder', { imageStateGuid: imageState.guid });
  expect((await contentOf<PaymentAnswer>(paying)).status).toBe('PAID');
  const file = await visitor.get(`imaging/download/${imageState.guid}`);
  expect(file.body.subarray(0, 5).toString()).toBe('%PDF-');
  return performance.now() - began;
};

const repliesOf = (begun: readonly Begun[]): Promise<RawReply[]> =>
  Promise.all(begun.map(({ reply }) => reply));
const statusesOf = async (begun: readonly Begun[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { status } of await repliesOf(begun)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/**
 * Returns the different statuses of the answers. The clients keep sending until their connection closes, so a status
 * may be missing: the operating system drops an answer when its client sends to a connection that the server has
 * closed.
 */
const receivedBy = async (begun: readonly Begun[]): Promise<Set<number>> => {
  const statuses = (await repliesOf(begun)).map(({ status }) => status);
  return new Set(statuses.filter((status) => status !== 0));
};

/**
 * Clients that send slowly in several ways at the same time. Together they send far more requests than one process
 * serves.
 */
describe('S14 connections that send slowly', () => {
  let slow: Record<'oneAddress' | 'manyAddresses' | 'trickle' | 'forOthers' | 'large' | 'heads', Begun[]>;
  let began: number;
  let workMs: number;
  let ended: number;

  beforeAll(async () => {
    began = performance.now();
    slow = {
      oneAddress: manyFrom(() => '127.8.0.1', announcing),
      manyAddresses: manyFrom(distinct, announcing, 2 * MANY),
      large: manyFrom(() => '127.8.0.3', announcing.replace('length: 500', `length: ${256 * 1024}`), 40),
      trickle: manyFrom((nth) => `127.10.0.${1 + nth}`, chunked, 200),
      forOthers: Array.from({ length: 2 * ARRIVING }, (_, nth) =>
        begin(announcing.replace(/\r\n$/, `x-forwarded-for: 203.0.113.${nth % 250}\r\n\r\n`), '127.8.0.2'),
      ),
      heads: manyFrom(distinct, 'GET /LandShark/api/home/all HTTP/1.1\r\nhost: localhost\r\nx-a: '),
    };
    const sendALittle = (): void => {
      for (const { socket } of slow.trickle) if (socket.writable) socket.write('1\r\n \r\n');
      for (const { socket } of slow.heads) if (socket.writable) socket.write('a');
    };
    const trickle = setInterval(sendALittle, 400);
    await sleep(300);
    workMs = await dayAtWork();
    await Promise.all(Object.values(slow).map(repliesOf));
    ended = performance.now();
    clearInterval(trickle);
  }, 60_000);
  afterAll(() => Object.values(slow).forEach(hangUp));

  test('S14 do not keep users from signing in, searching and buying, and are closed at their deadline', () => {
    expect(workMs).toBeLessThan(5_000);
    expect(ended - began).toBeGreaterThan(CUT_OFF_MS * 0.9);
    expect(ended - began).toBeLessThan(CUT_OFF_MS + LATE_MS);
  });

  test('S14 are refused when one IP address has more than its share of them', async () => {
    expect(await statusesOf(slow.oneAddress)).toEqual({ 408: ARRIVING, 503: MANY - ARRIVING });
  });

  test('S14 are not refused, but closed at their deadline, when each has an address of its own', async () => {
    expect(await statusesOf(slow.manyAddresses)).toEqual({ 408: 2 * MANY });
  });

  test('S14 get no extra time for sending a little now and then', async () => {
    expect(await receivedBy(slow.trickle)).toEqual(new Set([408]));
  });

  test('S14 count against the address that they come from, whatever other addresses their headers name', async () => {
    expect(await statusesOf(slow.forOthers)).toEqual({ 408: ARRIVING, 503: ARRIVING });
  });

  test('S14 are refused when the bodies that one IP address announces are too large in total', async () => {
    expect(await statusesOf(slow.large)).toEqual({ 408: 16, 503: 24 });
  });

  test('S14 are closed when they send the head slowly', async () => {
    expect(await receivedBy(slow.heads)).toEqual(new Set([408]));
  });

  test('S34 get an answer with the security headers and the time to try again', async () => {
    for (const { status, headers } of (await Promise.all(Object.values(slow).map(repliesOf))).flat()) {
      if (status === 0) continue;
      expect(headers['x-content-type-options']).toBe('nosniff');
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

test('S14 connections beyond the share of one address are closed at once', async () => {
  const open = (count: number): Begun[] => manyFrom(() => '127.8.0.4', 'GET', count);
  const share: Begun[] = [];
  // the operating system drops connections that come faster than the process accepts them, and the client tries again
  // only seconds later
  for (let part = 0; part < 4; part += 1) {
    const begun = open(250);
    await Promise.all(begun.map(({ socket }) => once(socket, 'connect')));
    share.push(...begun);
  }
  const beyond = open(100);
  const early = await Promise.race([repliesOf(beyond), sleep(5_000, undefined)]);
  expect(early?.map(({ status }) => status)).toEqual(Array(100).fill(0));
  await dayAtWork();
  hangUp([...share, ...beyond]);
}, 60_000);

describe('S14 requests that a client sends without waiting for earlier answers', () => {
  const asking = headOf({
    ...login,
    headers: { 'content-type': 'application/json', 'content-length': '2', connection: 'keep-alive' },
  });
  const reading = headOf({
    ...{ method: 'GET', target: '/LandShark/api/auth/loginPageLinks' },
    headers: { connection: 'keep-alive' },
  });

  test('S14 free their slots when the client hangs up, even if they wait behind other requests on the same connection', async () => {
    for (let round = 0; round < 12; round += 1) {
      const begun = manyFrom((nth) => `127.9.${round}.${1 + nth}`, reading.repeat(60), 10);
      await sleep(20);
      hangUp(begun);
    }
    await dayAtWork();
    const replies = await Promise.all(
      Array.from({ length: 64 }, () =>
        askRaw({ method: 'GET', target: '/LandShark/api/auth/loginPageLinks' }),
      ),
    );
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  }, 60_000);

  test('S14 are limited to the share of one address if they come on one connection', async () => {
    const { reply } = begin(
      `${`${asking}{}`.repeat(400)}${headOf({ method: 'GET', target: '/robots.txt' })}`,
      '127.9.99.1',
    );
    await dayAtWork();
    expect([422, 429]).toContain((await reply).status);
  }, 60_000);
});
