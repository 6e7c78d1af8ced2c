import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { searchDigest } from '../src/search-digest.js';
import { readTimestamp, writeTimestamp } from '../src/searching/timestamp.rules.js';

describe('the timestamp of a hit list', () => {
  const key = createSecretKey(Buffer.alloc(32, 7));
  const otherKey = createSecretKey(Buffer.alloc(32, 8));
  const mine = { county: 'lake', user: 'one' };
  const made = { id: 'a'.repeat(22), generation: 3, digest: searchDigest(['x']) };
  const timestamp = writeTimestamp(key, mine, made);

  test('is readable for its searcher alone', () => {
    expect(readTimestamp([key], mine, timestamp)).toEqual(made);
    expect(readTimestamp([key], { ...mine, user: 'two' }, timestamp)).toBeUndefined();
    expect(readTimestamp([key], { ...mine, county: 'saipan' }, timestamp)).toBeUndefined();
  });

  test('is valid if any of the given keys has signed it', () => {
    expect(readTimestamp([otherKey, key], mine, timestamp)).toEqual(made);
    expect(readTimestamp([otherKey], mine, timestamp)).toBeUndefined();
    expect(readTimestamp([], mine, timestamp)).toBeUndefined();
  });

  test('is refused if any letter was changed, added or removed', () => {
    for (let at = 0; at < timestamp.length; at += 1) {
      const [before, letter, after] = [timestamp.slice(0, at), timestamp[at], timestamp.slice(at + 1)];
      expect(readTimestamp([key], mine, `${before}${letter === 'b' ? 'c' : 'b'}${after}`)).toBeUndefined();
      expect(readTimestamp([key], mine, `${before}${after}`)).toBeUndefined();
    }
    for (const text of ['', `a${timestamp}`, `${timestamp}a`, `${timestamp}\n`])
      expect(readTimestamp([key], mine, text)).toBeUndefined();
  });
});
