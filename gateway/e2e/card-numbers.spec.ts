import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { filesSince, redisTexts, rowsWith, type KeptText } from '@portal/infra/testing';
import type { DownloadOrder } from '@portal/proto/http/orders';
import { cards, payByCard, startDeposit } from './card-sandbox.js';
import { ask, contentOf, hosts, orderOf, Visitor } from './portal.js';
import { endsAllSessions, nameOf, routes, samples } from './route-samples.js';
import { searchSamples } from './search-samples.js';

/** The digits with which the card number of each field begins. They occur in no other test and in no demo row. */
const seed = '41117263';
const typed: string[] = [];

/** Makes a card number of Visa's form. Its middle digits identify the field where it is typed. */
const cardNumberAt = (place: string): string => {
  const digits = `${seed}${String(typed.push(place) - 1).padStart(7, '0')}`;
  const weighted = [...digits].map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1));
  const sum = weighted.reduce((total, each) => total + (each > 9 ? each - 9 : each), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`.replace(/(.{4})(?=.)/g, '$1 ');
};

/** Lists the fields whose card numbers a text contains. */
const placesIn = (text: string): string[] =>
  [...text.replace(/[ -]/g, '').matchAll(new RegExp(`${seed}(\\d{7})`, 'g'))].map(
    ([found, at]) => typed[Number(at)] ?? found,
  );

const told = (kept: readonly KeptText[]): string[] =>
  kept.flatMap(({ place, text }) => placesIn(text).map((typedAt) => `${typedAt} is in ${place}`));

/** Copies the body once for each of its texts, and replaces that text with a card number. */
const seeded = (place: string, body: unknown): unknown[] => {
  if (typeof body === 'string') return [cardNumberAt(place)];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    seeded(`${place} ${name}`, value).map((changed) =>
      Array.isArray(body) ? body.with(Number(name), changed) : { ...body, [name]: changed },
    ),
  );
};

const person = {
  username: `cora.${Date.now().toString(36)}`,
  firstName: 'Cora',
  lastName: 'Card',
  company: 'Card Company',
  address: '12 Shore Road',
  city: 'Ely',
  state: 'MN',
  zip: '55731',
  email: `cora.${Date.now().toString(36)}@example.test`,
  phoneFormatType: 'STANDARD',
  phone: '(218) 555-0101',
  password: 'Tidy-Barn!1',
};
/**
 * A field with a number whose last digit is wrong, so it is no card number. The number is therefore stored, and the
 * checks below must find it.
 */
const kept = 'auth/signUp company, no card number';
const almostCardNumber = (): string =>
  cardNumberAt(kept).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

const post = async (visitor: Visitor, address: string, body: unknown): Promise<void> => {
  for (const each of seeded(address, body)) await visitor.post(address, each);
};

const everyRoute = async (visitor: Visitor): Promise<void> => {
  for (const route of routes.filter((each) => !each.path.startsWith('auth/log') && !endsAllSessions(each))) {
    const name = nameOf(route);
    const { body, path: parameters = {} } = samples[name] ?? {};
    const address = route.path.replace(/:(\w+)/g, (_, each: string) => parameters[each] ?? '');
    if (route.method === 'POST') await post(visitor, address, body ?? {});
    for (const parameter of Object.keys(parameters)) {
      const inPath = encodeURIComponent(cardNumberAt(`${name} :${parameter}`));
      const elsewhere = route.path.replace(`:${parameter}`, inPath).replace(/:\w+/g, 'x');
      await visitor.ask({ method: route.method, path: elsewhere, ...(body !== undefined && { body }) });
    }
    await visitor.ask({
      method: route.method,
      path: `${address}?card=${encodeURIComponent(cardNumberAt(`${name} query`))}`,
      headers: { 'user-agent': cardNumberAt(`${name} user-agent`), referer: cardNumberAt(`${name} referer`) },
      ...(body !== undefined && { body }),
    });
  }
};

/** Runs sequences of calls that the samples of single routes do not cover. */
const wholeFlows = async (): Promise<void> => {
  const stranger = new Visitor();
  await post(stranger, 'auth/signUp', person);
  await post(stranger, 'auth/login', { username: 'demo.escrow', password: 'Wrong' });
  await post(stranger, 'auth/forgotPassword', { username: 'demo.escrow', email: person.email });
  const record = { message: 'x', stack: 'x', url: 'x' };
  for (const level of ['error', 'warn', 'info'])
    for (const each of seeded('logReact', record))
      await stranger.post('logReact', { ...(each as object), level });

  const buyer = await Visitor.signedIn('demo.escrow');
  for (const [type, criteria] of Object.entries(searchSamples)) await post(buyer, `search/${type}`, criteria);
  const order = await contentOf<DownloadOrder>(buyer.post('imaging/computeDownloadOrder', orderOf('1')));
  const imageStateGuid = order.imageState.guid;
  await buyer.post('purchases/clientReference', {
    imageStateGuid,
    clientReference: cardNumberAt('clientReference'),
  });
  await buyer.post('imaging/cancelImageState', { imageStateGuid });
  // this call stores a file in the object store
  await buyer.post('purchases/spendingCsv', samples['POST purchases/spendingCsv']?.body ?? {});

  const { attemptId, token } = await startDeposit(buyer, '10.00');
  const paid = await payByCard(token, {
    ...cards.good,
    cardNumber: cardNumberAt('the card page').replace(/ /g, ''),
  });
  const response = { accountNumber: cardNumberAt('accountNumber'), cardCode: '123', totalAmount: '10.00' };
  await buyer.post('escrowDeposit/completeDeposit', {
    attemptId,
    transactionResponse: { ...paid, ...response },
  });

  const staff = await Visitor.signedIn('demo.county');
  const { version, value } = await contentOf<{ version: number; value: object }>(
    staff.get('controlPanel/countyConfig/latestNews'),
  );
  for (const changed of seeded('controlPanel/countyConfig/latestNews', value))
    await staff.post('controlPanel/countyConfig/latestNews', { version, value: changed });
};

const dataDir = String(process.env.PORTAL_DATA);
const began = new Date(Date.now() - 1_000);

describe('S29 after card numbers were typed into every text field', () => {
  beforeAll(async () => {
    for (const username of ['demo.invoice', 'demo.county'])
      await everyRoute(await Visitor.signedIn(username));
    await everyRoute(new Visitor());
    await wholeFlows();
    await new Visitor().post('auth/signUp', {
      ...person,
      username: `${person.username}.kept`,
      company: almostCardNumber(),
    });
    await ask(hosts.lake, { path: `/LandShark/${encodeURIComponent(cardNumberAt('an address'))}` });
    // waits until the outbox is published, searches are recorded and e-mails are written
    await sleep(4_000);
  }, 180_000);

  test('S29 the database contains no card number', async () => {
    const found = told(await rowsWith(dataDir, seed));
    expect(found.filter((each) => each.startsWith(`${kept} is in `))).not.toEqual([]);
    expect(found.filter((each) => !each.startsWith(`${kept} is in `))).toEqual([]);
  }, 120_000);

  test('S29 no stream of facts or commands, and nothing else in Redis, contains a card number', async () => {
    const kept = await redisTexts(dataDir);
    expect(kept.some(({ place }) => place.includes(':evt:'))).toBe(true);
    expect(told(kept)).toEqual([]);
  }, 60_000);

  test('S29 objects and e-mails contain no card number', () => {
    for (const folder of ['objects', 'mail']) {
      const files = filesSince(path.join(dataDir, folder), began);
      expect([folder, files.length > 0]).toEqual([folder, true]);
      expect(told(files)).toEqual([]);
    }
  });

  test('S29 the log contains no card number, although it records what browsers report', () => {
    const text = readFileSync(path.join(dataDir, 'product.log'), 'utf8');
    expect(text).toContain('"service":"browser"');
    expect(text).toContain('[redacted]');
    expect(told([{ place: 'the log', text }])).toEqual([]);
  });
});
