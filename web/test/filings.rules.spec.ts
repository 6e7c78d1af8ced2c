import { describe, expect, test } from '@jest/globals';
import type { QueueRequest } from '@portal/proto/http/efile-queue';
import { ageText, stateSigns } from '../src/features/filings/filings.rules.js';
import { queueAddress, queueAskedFor } from '../src/features/filings/queue-filters.rules.js';
import type { Translate } from '../src/shared/i18n/translate.js';

describe('the age of a document', () => {
  const t = ((key: string, { count }: { count: number }) => `${key} ${count}`) as Translate;
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const ageAfter = (ms: number) => ageText(t, '1970-01-02T00:00:00.000Z', day + ms);

  test.each([
    [0, 'minutes 0'],
    [minute - 1, 'minutes 0'],
    [minute, 'minutes 1'],
    [hour - 1, 'minutes 59'],
    [hour, 'hours 1'],
    [2 * hour - 1, 'hours 1'],
    [day - 1, 'hours 23'],
    [day, 'days 1'],
    [3 * day - 1, 'days 2'],
  ])('after %d ms is %s', (ms, age) => {
    expect(ageAfter(ms)).toBe(`filings:${age}`);
  });

  test('is 0 minutes if the clock of the user is behind the clock of the server', () => {
    expect(ageAfter(-5 * minute)).toBe('filings:minutes 0');
  });
});

describe('the badge of a document', () => {
  const statesWith = (part: 'icon' | 'tone', value: string) =>
    Object.entries(stateSigns).flatMap(([state, sign]) => (sign[part] === value ? [state] : []));

  test.each([
    ['clock', ['SUBMITTED', 'RECORDING', 'REJECTING', 'WITHDRAWING']],
    ['eye', ['IN_REVIEW']],
    ['refresh', ['CORRECTION_ASKED']],
    ['check-circle', ['RECORDED']],
    ['minus', ['REJECTED', 'WITHDRAWN']],
  ])('has the icon %s in the states %j', (icon, states) => {
    expect(statesWith('icon', icon)).toEqual(states);
  });

  test.each([
    ['badge--info', ['IN_REVIEW', 'RECORDING', 'REJECTING']],
    ['badge--warning', ['CORRECTION_ASKED']],
    ['badge--success', ['RECORDED']],
    ['', ['SUBMITTED', 'REJECTED', 'WITHDRAWING', 'WITHDRAWN']],
  ])('has the tone %p in the states %j', (tone, states) => {
    expect(statesWith('tone', tone)).toEqual(states);
  });
});

describe('the filters of the queue', () => {
  const all: QueueRequest = { view: 'WAITING', efileType: null, sender: '', page: 1 };
  const asked = (address: string) => queueAskedFor(new URLSearchParams(address));

  test('are left out of the URL if they are the defaults', () => {
    expect(queueAddress(all)).toBe('');
    expect(asked('')).toEqual(all);
  });

  test.each<[string, Partial<QueueRequest>]>([
    ['view=REJECTED', { view: 'REJECTED' }],
    ['type=UCC1', { efileType: 'UCC1' }],
    ['sender=a+%26+b', { sender: 'a & b' }],
    ['page=2', { page: 2 }],
    ['page=400', { page: 400 }],
    [
      'view=CORRECTION&type=LR&sender=ols&page=3',
      { view: 'CORRECTION', efileType: 'LR', sender: 'ols', page: 3 },
    ],
  ])('are written to the URL as %p and read from the same URL', (address, filters) => {
    expect(queueAddress({ ...all, ...filters })).toBe(address);
    expect(asked(address)).toEqual({ ...all, ...filters });
  });

  test.each([
    ...['view=x', 'view=waiting', 'type=y', 'page=0', 'page=-1', 'page=401', 'page=1.5', 'page=', 'page=x'],
  ])('are the defaults if the URL contains the invalid filter %p', (address) => {
    expect(asked(address)).toEqual(all);
  });

  test('contain at most 100 characters of the sender', () => {
    expect(asked(`sender=${'x'.repeat(100)}`).sender).toHaveLength(100);
    expect(asked(`sender=${'x'.repeat(101)}`).sender).toBe('x'.repeat(100));
  });
});
