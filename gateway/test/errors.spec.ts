import { expect, test } from '@jest/globals';
import { errorCodes } from '@portal/proto/codes';
import { Catalogue } from '@portal/infra/catalogue';
import { fail } from '@portal/proto/result';
import { pauseWithoutPlace } from '../src/edge/places.js';
import { answerTo, errorAnswer } from '../src/errors.js';

const catalogue = new Catalogue();

test('every error code has a status and an English text', () => {
  for (const code of errorCodes) {
    const { status, message } = errorAnswer(code);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(catalogue.text('ENGLISH', message, { message: 'Closed.' })).not.toBe('');
  }
});

test('403 is for forged requests, for people who are not signed in, and for what an account view does not allow; 429, 503 and 504 state when to try again', () => {
  const codesWith = (status: number) => errorCodes.filter((code) => errorAnswer(code).status === status);
  expect(codesWith(403)).toEqual(['NOT_SIGNED_IN', 'FORGED_REQUEST', 'VIEW_ONLY', 'VIEW_OVER']);
  for (const code of [...codesWith(429), ...codesWith(503), ...codesWith(504)])
    expect(errorAnswer(code).retryAfter).toBeGreaterThan(0);
});

test('the error for a page that the document does not have uses the wording of the specification', () => {
  expect(catalogue.text('ENGLISH', errorAnswer('NO_SUCH_PAGE').message, { entered: '99' })).toBe(
    'Document does not have a page 99',
  );
});

test('the number in a message selects its singular or plural form', () => {
  expect(catalogue.text('ENGLISH', 'server:pages', { count: 1 })).toBe('1 page');
  expect(catalogue.text('ENGLISH', 'server:pages', { count: 5 })).toBe('5 pages');
});

test('a message key without a text throws an error that names the key', () => {
  expect(() => catalogue.text('ENGLISH', 'errors:nothing')).toThrow('errors:nothing');
});

test('the error of a busy portal states when to try again, with different times for different callers', () => {
  const pauses = Array.from({ length: 200 }, () =>
    answerTo(fail('SERVICE_BUSY', { seconds: pauseWithoutPlace() })),
  );
  expect(new Set(pauses.map(({ retryAfter }) => retryAfter))).toEqual(new Set([2, 3, 4]));
});

test('INSUFFICIENT_FUNDS tells a user who pays by card that the price is above what a card can be authorized for', () => {
  const byCard = answerTo(fail('INSUFFICIENT_FUNDS', { paysBy: 'CREDIT_CARD' }));
  expect([byCard.status, catalogue.text('ENGLISH', byCard.message)]).toEqual([
    200,
    'This cannot be paid by card: it costs more than the portal authorizes on a card. Please contact the county.',
  ]);
  expect(catalogue.text('ENGLISH', answerTo(fail('INSUFFICIENT_FUNDS')).message)).toBe(
    'There are insufficient funds.',
  );
});

test.each([
  [1, 'Too many requests. Please try again in 1 second.'],
  [90, 'Too many requests. Please try again in 90 seconds.'],
  [91, 'Too many requests. Please try again in 2 minutes.'],
  [7_201, 'Too many requests. Please try again in 3 hours.'],
])(
  'a wait of %i seconds is stated in seconds, or in minutes or hours that are rounded up',
  (seconds, text) => {
    const { message, params, retryAfter } = answerTo(fail('TOO_MANY_REQUESTS', { seconds }));
    expect(retryAfter).toBe(seconds);
    expect(catalogue.text('ENGLISH', message, params)).toBe(text);
  },
);
