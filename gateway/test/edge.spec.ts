import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { RawJson } from '@portal/infra/rpc';
import type { FastifyRequest } from 'fastify';
import { controllers } from '../src/app.module.js';
import { rawEnvelope, withMembers } from '../src/answers/envelope.js';
import { parseInput, parseTogether, Refusal } from '../src/answers/refusal.js';
import { RequestLimits, requestsPerMinute } from '../src/edge/limits.js';
import { imageAnswerStream } from '../src/http/image-answer.js';
import { frameResponse } from '@portal/proto/http/card-payments';
import { savedSectionRequest } from '@portal/proto/http/county-config';
import { reportPageRequest, reportRequest } from '@portal/proto/http/reports';
import { loginRequest } from '@portal/proto/http/session';
import { checkAccess, listRoutes } from '../src/session/access.check.js';
import { Allow, Public } from '../src/session/access.js';
import { isForged } from '../src/session/forgery.js';
import * as z from 'zod/mini';

const request = (
  method: string,
  headers: Record<string, string>,
  url = '/LandShark/api/search/searchByName',
) =>
  ({
    ...{ method, headers, protocol: 'https', host: 'lake.example' },
    routeOptions: { url },
  }) as unknown as FastifyRequest;

test("S13 a change is refused when another site's page requests it, and accepted from the portal's own page", () => {
  expect(isForged(request('POST', { 'sec-fetch-site': 'same-origin' }))).toBe(false);
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect([site, isForged(request('POST', { 'sec-fetch-site': site }))]).toEqual([site, true]);
  }
  expect(isForged(request('POST', { origin: 'https://lake.example' }))).toBe(false);
  expect(isForged(request('POST', { origin: 'https://evil.example' }))).toBe(true);
  expect(isForged(request('POST', { origin: 'null' }))).toBe(true);
});

test('S13 a GET request from another site is refused as forged only if it would sign out or end all sessions', () => {
  expect(isForged(request('GET', { 'sec-fetch-site': 'cross-site' }))).toBe(false);
  const logout = '/LandShark/api/auth/logout';
  expect(isForged(request('GET', { 'sec-fetch-site': 'cross-site' }, logout))).toBe(true);
  expect(isForged(request('GET', { 'sec-fetch-site': 'same-origin' }, logout))).toBe(false);
  const endAll = '/LandShark/api/controlPanel/countyConfig/endUserSessions';
  expect(isForged(request('GET', { 'sec-fetch-site': 'cross-site' }, endAll))).toBe(true);
});

test('A10-09 a file is sent as base64 in the specified envelope, whatever the sizes of the chunks in which it is read', async () => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251));
  const cuts = [0, 1, 3, 10, 11, 500, 998, 1_000];
  const pdf = Readable.from(cuts.slice(1).map((end, at) => bytes.subarray(cuts[at], end)));
  const answer: unknown = JSON.parse(
    await text(imageAnswerStream({ pdf, preview: false, fileName: 'A"1.pdf', lockout: false })),
  );
  expect(answer).toEqual({
    ok: true,
    message: '',
    lockout: false,
    content: { preview: false, pdf: bytes.toString('base64'), header: { uiSaveAsImageName: 'A"1.pdf' } },
  });
});

test('A12-09 the JSON that a service returns is put into the envelope unchanged, and fields can be added to the content', () => {
  for (const body of ['{"a":1}', Buffer.from('{"a":1}')]) {
    const content = withMembers(new RawJson(body), { usageBalance: '$1.00' });
    expect(JSON.parse(rawEnvelope(content, true).toString())).toEqual({
      ok: true,
      message: '',
      lockout: true,
      content: { a: 1, usageBalance: '$1.00' },
    });
  }
  expect(rawEnvelope(new RawJson('[]'), false).toString()).toBe(
    '{"ok":true,"message":"","lockout":false,"content":[]}',
  );
});

const failureOf = (parse: () => unknown): unknown => {
  try {
    return parse();
  } catch (error) {
    return error instanceof Refusal ? error.failure : error;
  }
};
const refusal = <S extends Parameters<typeof parseInput>[0]>(schema: S, body: unknown): unknown =>
  failureOf(() => parseInput(schema, body));

test('an invalid body is refused with an error for each wrong field', () => {
  expect(refusal(loginRequest, { username: '', password: 5 })).toEqual({
    ok: false,
    code: 'INVALID_INPUT',
    fields: { username: 'forms:required', password: 'forms:invalid' },
  });
  expect(refusal(loginRequest, [1])).toMatchObject({ code: 'INVALID_INPUT' });
});

test.each([null, [], 7, 'x'])(
  'the body %j is refused even if every field is optional; a missing body counts as an empty object',
  (body) => {
    const optional = z.object({ page: z._default(z.number(), 1) });
    const refused = { ok: false, code: 'INVALID_INPUT', fields: { body: 'forms:invalid' } };
    expect(refusal(optional, body)).toEqual(refused);
    expect(failureOf(() => parseTogether(optional, optional, body))).toEqual(refused);
    expect(parseInput(optional, undefined)).toEqual({ page: 1 });
    expect(parseTogether(optional, optional, undefined)).toEqual([{ page: 1 }, { page: 1 }]);
  },
);

test.each(['a\u0000b', 'a\ud800b'])(
  'S26 the text %j, which the database cannot store, is refused at any depth, and the error names its field',
  (text) => {
    const value = { countyName: 'Lake', rates: [{ page: '1' }, { page: text }] };
    expect(refusal(savedSectionRequest, { version: 1, value })).toEqual({
      ok: false,
      code: 'INVALID_INPUT',
      fields: { 'value.rates.1.page': 'forms:invalidCharacters' },
    });
  },
);

test.each(['a\u0000b', 'a\ud800b'])(
  'the text %j is refused by parseTogether, which parses the parts of a body with two schemas',
  (text) => {
    const asked = { report: 'USER', fromDate: '06/10/2026' };
    const parse = (username: string) => () =>
      parseTogether(reportPageRequest, reportRequest('2026-06-10'), { ...asked, username });
    expect(failureOf(parse(text))).toEqual({
      ok: false,
      code: 'INVALID_INPUT',
      fields: { username: 'forms:invalidCharacters' },
    });
    expect(failureOf(parse('🏠 שלום 李'))).toMatchObject([{ report: 'USER' }, { username: '🏠 שלום 李' }]);
  },
);

test.each([
  ['transactionResponse', frameResponse, { transId: '1' }],
  ['value', savedSectionRequest, {}],
] as const)(
  'a body is refused if its field %s is nested too deeply for the stack',
  (field, schema, content) => {
    const nested: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(refusal(schema, { version: 1, [field]: { ...content, nested } })).toEqual({
      ok: false,
      code: 'INVALID_INPUT',
      fields: { [field]: 'forms:invalid' },
    });
  },
);

test('S26 emoji and letters of any script are accepted', () => {
  const value = { countyName: '🏠 שלום 李' };
  expect(refusal(savedSectionRequest, { version: 1, value })).toMatchObject({ value });
});

test('S9 the gateway does not start if a route does not declare who may call it, and the error names the route', () => {
  @Controller('open')
  class Open {
    @Get('door')
    door(): string {
      return '';
    }
    @Get('shut')
    @Allow('TRIMIN')
    shut(): string {
      return '';
    }
    @Get('shown')
    @Public('a test')
    shown(): string {
      return '';
    }
  }
  expect(() => checkAccess([Open])).toThrow('GET open/door');
  expect(listRoutes([Open]).map(({ path }) => path)).toEqual(['open/door', 'open/shut', 'open/shown']);
  expect(() => checkAccess(controllers)).not.toThrow();
});

test('S36 a caller with too many requests in a minute is told how long to wait, and other callers are not limited', async () => {
  const limits = new RequestLimits();
  for (let asked = 0; asked < requestsPerMinute.address; asked += 1) {
    expect(await limits.secondsToWait(undefined, '192.0.2.1')).toBe(0);
  }
  const seconds = await limits.secondsToWait(undefined, '192.0.2.1');
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await limits.secondsToWait(undefined, '192.0.2.2')).toBe(0);
  expect(await limits.secondsToWait({ id: 'a user', role: 'USER' }, '192.0.2.1')).toBe(0);
});

test('S36 all addresses of an IPv6 network share one limit', async () => {
  const limits = new RequestLimits();
  for (let asked = 0; asked < requestsPerMinute.address; asked += 1)
    await limits.secondsToWait(undefined, `2001:db8:1:2::${asked.toString(16)}`);
  expect(await limits.secondsToWait(undefined, '2001:db8:1:2:ffff::1')).toBeGreaterThan(0);
  expect(await limits.secondsToWait(undefined, '2001:db8:1:3::1')).toBe(0);
});

test('guests at one IP address do not use up the limit of guests at another IP address', async () => {
  const limits = new RequestLimits();
  const guest = { id: 'the guest of the county', role: 'GUEST' } as const;
  for (let asked = 0; asked < requestsPerMinute.user; asked += 1)
    await limits.secondsToWait(guest, '192.0.2.1');
  expect(await limits.secondsToWait(guest, '192.0.2.1')).toBeGreaterThan(0);
  expect(await limits.secondsToWait(guest, '192.0.2.2')).toBe(0);
  const user = { id: 'a user', role: 'USER' } as const;
  for (let asked = 0; asked < requestsPerMinute.user; asked += 1)
    await limits.secondsToWait(user, '192.0.2.1');
  expect(await limits.secondsToWait(user, '192.0.2.2')).toBeGreaterThan(0);
});
