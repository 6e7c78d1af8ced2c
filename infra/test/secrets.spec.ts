import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

/** Patterns of secrets, like those of the scanners for repositories. */
const forms: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['a key of a cloud', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of a code host', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|glpat-[A-Za-z0-9_-]{20})/],
  ['a token of a package registry', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=/],
  ['a live key of a card provider', /\b[rs]k_live_[A-Za-z0-9]{16}/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/],
  // example names in documents and tests are not real hosts
  [
    'a password in an address',
    /\b[a-z]+:\/\/[^\s:@/'"`$]+:[^\s:@/'"`$<>[\]{}]{6,}@(?!127\.0\.0\.1|localhost|host\b|[\w.]*\bexample\b)/,
  ],
];
/** An assignment of a secret: `transactionKey: '…'`. */
const assigned =
  /(?:password|passphrase|secret|token|apikey|api_key|transactionkey|signaturekey|privatekey)["']?\s*[:=]\s*["'`]([A-Za-z0-9+/=_-]{20,})["'`]/gi;

/** The entropy in bits per character. Words have less than three bits, random texts more. */
const entropyOf = (text: string): number => {
  const counts = Map.groupBy(text, (sign) => sign);
  return [...counts.values()].reduce((bits, { length }) => {
    const share = length / text.length;
    return bits - share * Math.log2(share);
  }, 0);
};
const RANDOM_BITS = 3.5;

const secretsIn = (text: string): string[] => [
  ...forms.filter(([, form]) => form.test(text)).map(([name]) => name),
  ...[...text.matchAll(assigned)].flatMap(([, value = '']) =>
    entropyOf(value) > RANDOM_BITS && /\d/.test(value) ? [`"${value.slice(0, 4)}…"`] : [],
  ),
];

const tracked = (): string[] =>
  execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter((file) => file !== '' && !/\.(?:png|jpe?g|webp|woff2?|tiff?|pdf|gz)$/.test(file));

describe('S32 the secrets of the product', () => {
  test('S32 appear in no file of the project', () => {
    const files = tracked();
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      secretsIn(readFileSync(file, 'utf8')).map((what) => `${file}: ${what}`),
    );
    expect(found).toEqual([]);
  });

  const random = 'q7Zk2' + 'Vx9Lm4Rt8' + 'Wb3Ns6Yd1Hf5';
  test.each([
    ['-----BEGIN RSA ' + 'PRIVATE KEY-----'],
    ['id = AKIA' + 'ABCDEFGHIJKLMNOP'],
    ['ghp_' + 'a1'.repeat(18)],
    ['//registry.example/:_auth' + 'Token=x'],
    ['sk_live_' + 'a1'.repeat(10)],
    ['eyJhbGciOiJIUzI1NiJ9.' + 'eyJzdWIiOiIxMjM0NTY3ODkwIn0.' + random],
    ['postgres://portal:' + 'hunter2hunter2@db.lake.gov/portal'],
    [`transactionKey: '${random}'`],
    [`"signatureKey": "${random}"`],
  ])('S32 are found when a file has them: %s', (text) => {
    expect(secretsIn(text)).toHaveLength(1);
  });

  test.each([
    "password: 'Tidy-Barn!1'",
    "const secret = 'a secret that only tests use';",
    'token: session.token',
    "title: 'errors:passwordOfTheRegistration'",
    'postgres://postgres:secret12@127.0.0.1:5432/portal',
  ])('S32 are not confused with test values, names and messages: %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
