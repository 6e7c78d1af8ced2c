/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { afterEach, expect, jest, test } from '@jest/globals';
import { helperNames } from '@portal/proto/http/start-up';
import * as z from 'zod/mini';
import './platform.js';
import { call } from '../src/shared/http/call.js';
import { earlyAnswer } from '../src/shared/http/early.js';

afterEach(() => {
  globalThis.portalEarly = undefined;
});

const address = (path: string): string => new URL(`/LandShark/${path}`, location.href).href;
const answer = (content: string): Promise<Response> =>
  Promise.resolve({
    ok: true,
    text: () => Promise.resolve(JSON.stringify({ ok: true, message: '', lockout: false, content })),
  } as Response);

test('what was asked for before the scripts came is read once, and asked for anew after that', async () => {
  globalThis.portalEarly = new Map([[address('api/helperdata/landlink'), answer('early')]]);
  const asked = jest.fn(() => answer('late'));
  globalThis.fetch = asked;
  const ask = () => call({ path: 'helperdata/landlink', method: 'GET' }, z.string());
  expect(await ask()).toMatchObject({ content: 'early' });
  expect(asked).not.toHaveBeenCalled();
  expect(await ask()).toMatchObject({ content: 'late' });
});

test('an early answer that was lost counts as no response, and can be asked for again', async () => {
  const lost = Promise.reject<Response>(new TypeError('lost'));
  globalThis.portalEarly = new Map([[address('api/helperdata/landlink'), lost]]);
  const ask = () => call({ path: 'helperdata/landlink', method: 'GET' }, z.string());
  expect(await ask()).toEqual({ error: { kind: 'no-response' } });
  expect(earlyAnswer('/LandShark/api/helperdata/landlink')).toBeUndefined();
});

test('the page asks early for exactly what the start reads', () => {
  const shell = readFileSync('web/public/shell.js', 'utf8');
  const asked = [...shell.matchAll(/'api\/helperdata\/(\w+)'/g)].map(([, name]) => name);
  expect(asked.toSorted()).toEqual(helperNames.toSorted());
});
