/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import * as z from 'zod/mini';
import { setAlertHandler, showAlert } from '../src/shared/alerts.js';
import { call, readFailure, type CallError } from '../src/shared/http/call.js';
import { reportToServer } from '../src/shared/http/client-log.js';
import { envelopeErrorText, genericErrorText, windowErrorText } from '../src/shared/http/alert-texts.js';
import { textIn } from '../src/shared/i18n/i18n.js';
import { exportResults } from '../src/shared/export-results.js';
import { openPortal, openServer, settle, preparePortal } from './portal.js';

preparePortal({ beforeAll, afterEach });

const t = textIn('ENGLISH');
const refused: CallError = {
  kind: 'refused',
  message: 'Not today.',
  status: 200,
  statusText: 'OK',
  login: false,
};
const bare: CallError = { kind: 'status', status: 502, statusText: 'Bad Gateway' };

describe('the message of an error', () => {
  test('A12-10 is "ERROR: " and the message of the envelope if ok is false', () => {
    expect(envelopeErrorText(t, refused)).toBe('ERROR: Not today.');
  });

  test('A12-11 is the HTTP status for an answer without an envelope', () => {
    expect(envelopeErrorText(t, bare)).toBe('HTTP status 502 (Bad Gateway)');
  });

  test('A12-12 asks the user to note the steps if there is no better text', () => {
    const text = 'An error occurred, please note the steps you took and contact the provider.';
    expect(envelopeErrorText(t, { kind: 'no-response' })).toBe(text);
  });

  test('A12-13 is "Error: " and the message of the envelope in the generic handler', () => {
    expect(genericErrorText(t, refused)).toBe('Error: Not today.');
  });

  test('A12-14 has the code 101 in the generic handler when no response came', () => {
    expect(genericErrorText(t, { kind: 'no-response' })).toBe('An unexpected error 101 has occurred.');
  });

  test('A12-15 has the code 102 in the generic handler for an answer without a usable envelope', () => {
    expect(genericErrorText(t, { kind: 'unexpected' })).toBe('An unexpected error 102 has occurred.');
    expect(genericErrorText(t, bare)).toBe('An unexpected error 102 has occurred.');
  });

  test('A12-16 is the text of the server without a prefix in an alert window', () => {
    expect(windowErrorText(t, refused)).toBe('Not today.');
  });

  test('A12-17 is a general text in an alert window if the server sent no text, with the status if there is one', () => {
    expect(windowErrorText(t, bare)).toBe('An unexpected error has occurred (502)');
    expect(windowErrorText(t, { kind: 'no-response' })).toBe('An unexpected error has occurred');
  });

  test('A12-19 is marked as a demand to sign in if the answer has HTTP status 403 and status LOGIN', () => {
    const text = JSON.stringify({
      ok: false,
      message: 'Sign in.',
      lockout: false,
      content: null,
      status: 'LOGIN',
    });
    const response = { status: 403, statusText: 'Forbidden' } as Response;
    expect(readFailure(response, text)).toMatchObject({ kind: 'refused', login: true });
  });
});

describe('an alert', () => {
  test('A12-16 is shown by the browser if no alert window exists', async () => {
    const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
    await showAlert('Not today.');
    expect(alert).toHaveBeenCalledWith('Not today.');
  });

  test('A12-16 is not shown by the browser if an alert window exists', async () => {
    const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
    const shown: string[] = [];
    const release = setAlertHandler(({ text }) => (shown.push(text), Promise.resolve()));
    await showAlert('Not today.');
    release();
    expect(shown).toEqual(['Not today.']);
    expect(alert).not.toHaveBeenCalled();
  });

  test.each([
    ['OK', 'i-check-circle'],
    ['WARNING', 'i-warning'],
    ['INFO', 'i-info'],
  ] as const)('A12-03 A12-29 of kind %s has its icon, a message and Close', async (tone, icon) => {
    const portal = await openPortal('/home');
    let closed = Promise.resolve();
    act(() => {
      closed = showAlert('Something to know.', tone);
    });
    await settle();
    const window = screen.getByRole('alertdialog', { name: 'Something to know.' });
    expect(window.querySelector(`.${icon}`)).not.toBeNull();
    await portal.user.click(screen.getByRole('button', { name: 'Close' }));
    await closed;
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('waits until the previous alert is closed', async () => {
    const portal = await openPortal('/home');
    act(() => {
      void showAlert('First.');
      void showAlert('Second.');
    });
    await settle();
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    await portal.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('alertdialog').textContent).toContain('Second.');
  });
});

const printed = {
  type: 'searchByName',
  criteria: {},
  pageNumber: 1,
  sortKey: 'docNumber',
  sortDirection: 'ASC',
} as const;

test('B2-01 C0-29 requests for data, requests for files and the client log are sent with credentials', async () => {
  const credentials: unknown[] = [];
  globalThis.fetch = ((_: unknown, init: RequestInit) => {
    credentials.push(init.credentials);
    return Promise.reject(new TypeError('network error'));
  }) as typeof fetch;
  await call({ path: 'search/searchByName', body: {} }, z.unknown());
  await exportResults(printed, 'PDF');
  reportToServer('error', 'It broke.', 'at x');
  expect(credentials).toEqual(['include', 'include', 'include']);
});

describe('an answer that is cut off', () => {
  const brokenOff = (): void => {
    const fail = () => Promise.reject(new TypeError('network error'));
    const answer = { ok: true, status: 200, headers: { get: () => null }, text: fail, blob: fail };
    globalThis.fetch = (() => Promise.resolve(answer)) as unknown as typeof fetch;
  };

  test('counts as no answer', async () => {
    brokenOff();
    expect(await call({ path: 'currentUser/usageBalance' }, z.unknown())).toEqual({
      error: { kind: 'no-response' },
    });
  });

  test('counts as no answer when a file was requested', async () => {
    brokenOff();
    expect(await exportResults(printed, 'PDF')).toEqual({ error: { kind: 'no-response' } });
  });
});

describe('the client log', () => {
  test('A12-21 is sent to logReact, and a later entry does not wait for the answer of the server', () => {
    const server = openServer({ logReact: () => new Promise(() => undefined) });
    reportToServer('error', 'It broke.', 'at x');
    reportToServer('warn', 'It broke again.');
    expect(server.callsTo('logReact')).toMatchObject([
      { method: 'POST', body: { level: 'error', message: 'It broke.', stack: 'at x' } },
      { method: 'POST', body: { level: 'warn', message: 'It broke again.' } },
    ]);
  });

  test('A12-21 does not read the answer of the server', async () => {
    const read: PropertyKey[] = [];
    const answer = new Proxy({} as Response, {
      // reading `then` does not count, because a promise that resolves to a value reads the value's `then`
      get: (_, key) => (key === 'then' ? undefined : read.push(key)),
    });
    globalThis.fetch = () => Promise.resolve(answer);
    reportToServer('error', 'It broke.');
    await settle();
    expect(read).toEqual([]);
  });
});
