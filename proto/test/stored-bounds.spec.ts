import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { versionsRequest } from '@portal/proto/http/county-config';
import { deadFactGroup } from '@portal/proto/http/monitoring';

test('a request for earlier versions is refused if its version number is too large for the database', () => {
  const accepts = (before: string) => z.safeParse(versionsRequest, { before }).success;
  expect(accepts('2147483647')).toBe(true);
  expect(accepts('2147483648')).toBe(false);
});

test('a request about a group of dead facts (events that failed) is refused if the time of the last fact is impossible or lacks microseconds', () => {
  const group = { consumer: 'search', type: 'a', failure: 'Error', facts: 1, first: '', again: false };
  const accepts = (last: string) => z.safeParse(deadFactGroup, { ...group, last }).success;
  expect(accepts('2026-11-27T20:15:37.123456Z')).toBe(true);
  for (const last of ['2026-13-41T99:00:00.000000Z', '2026-11-27T20:15:37.123Z', '2026-11-27T20:15:37'])
    expect(accepts(last)).toBe(false);
});
