import { expect, test } from '@jest/globals';
import { landLinkFileRequest } from '../src/http/landlink.js';

test.each([
  ['2026-11-28', true],
  ['0001-01-01', true],
  ['0000-01-01', false],
  ['2026-02-30', false],
  ['../2026-11-28', false],
])('the day %s of a file of postings is valid: %s', (day, accepted) => {
  expect(landLinkFileRequest.safeParse({ day }).success).toBe(accepted);
});
