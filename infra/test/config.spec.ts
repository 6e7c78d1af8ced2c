import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ConfigError,
  fileVariables,
  needsOf,
  readConfig,
  readVariable,
  variables,
  type Variable,
} from '@portal/infra/config';

const keys = generateKeyPairSync('x25519');
const publicText = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const privateText = keys.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

const complete = {
  DATABASE_ADMIN_URL: 'postgres://admin:pass%20word@db.example:5433/portal?sslmode=require',
  REDIS_URL: 'redis://127.0.0.1:6379',
  OBJECTS_DIR: '/objects',
  RPC_KEY: `search=${privateText}`,
  RPC_PUBLIC_KEYS: `search=${publicText},gateway=${publicText}`,
  SEALING_PUBLIC_KEY: publicText,
  SMTP_URL: 'smtp://127.0.0.1:25',
  CARD_PROVIDER: 'sandbox',
  PAYMENT_ORIGIN: 'http://pay.localhost:8081',
};

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('the configuration from the environment', () => {
  test('is read into one typed object, with the defaults of variables that are not set', () => {
    expect(readConfig(complete)).toMatchObject({
      port: 8080,
      demo: false,
      databaseUrl: 'postgres://db.example:5433/portal?sslmode=require',
      databaseSecret: 'pass word',
      cacheRedisUrl: 'redis://127.0.0.1:6379',
      redisNamespace: 'portal',
      events: 'redis',
      storage: { kind: 'folder', root: '/objects' },
      trustedProxies: [],
    });
  });

  test('reports every missing value at once', () => {
    const names = problemsOf({}).map((problem) => problem.split(' ')[0]);
    expect(names.sort()).toEqual([
      'CARD_PROVIDER',
      'DATABASE_SECRET',
      'DATABASE_URL',
      'OBJECTS_DIR',
      'PAYMENT_ORIGIN',
      'REDIS_URL',
      'RPC_KEY',
      'RPC_PUBLIC_KEYS',
      'SEALING_PUBLIC_KEY',
      'SMTP_URL',
    ]);
  });

  test('S18 accepts only the two origins of Authorize.Net for the card page', () => {
    const at = (PAYMENT_ORIGIN: string) =>
      problemsOf({ ...complete, CARD_PROVIDER: 'authorizenet', PAYMENT_ORIGIN });
    expect(at('https://accept.authorize.net')).toEqual([]);
    expect(at('https://test.authorize.net')).toEqual([]);
    for (const other of [
      'http://accept.authorize.net',
      'https://accept.authorize.net.example',
      'https://accept.authorize.net/',
      'https://authorize.net',
    ])
      expect(at(other)).toEqual([expect.stringContaining('PAYMENT_ORIGIN must be https://accept')]);
  });

  test('treats an empty value as missing', () => {
    expect(problemsOf({ ...complete, REDIS_URL: '' })).toEqual([
      expect.stringContaining('REDIS_URL is missing'),
    ]);
  });

  test.each([
    ['PORT', '80a80'],
    ['PORT', '70000'],
    ['DEMO', 'yes'],
    ['DATABASE_ADMIN_URL', 'mysql://x'],
    ['REDIS_URL', 'localhost'],
    ['SEARCH_DATABASES', 'postgres://standby.example/portal,standby-2.example'],
    ['EVENTS', 'rabbit'],
    ['RPC_KEY', privateText],
    ['RPC_KEY', `search=${publicText}`],
    ['RPC_PUBLIC_KEYS', `search=${privateText}`],
    ['SECOND_FACTOR_SECRET', 'short'],
    ['SEALING_KEY', publicText],
    ['SEALING_PUBLIC_KEY', 'MCowBQYDK2Vw'],
    ['LOG_LEVEL', 'loud'],
    ['CARD_PROVIDER', 'stripe'],
  ])('reports that %s is wrong when it is %j, without repeating the value', (name, value) => {
    const [problem, ...others] = problemsOf({
      ...complete,
      DATABASE_SECRET: 'another long secret',
      [name]: value,
    }).filter((line) => line.startsWith(name));
    expect(problem).toContain(`${name} must be`);
    expect(problem).not.toContain(value);
    expect(others).toEqual([]);
  });

  test('requires a variable if the value of another variable makes it necessary', () => {
    expect(problemsOf({ ...complete, EVENTS: 'kafka' })).toEqual([
      expect.stringContaining('KAFKA_BROKERS is missing'),
    ]);
    const s3 = problemsOf({ ...complete, OBJECTS_DIR: '', S3_ENDPOINT: 'https://s3.example' });
    expect(s3.map((problem) => problem.split(' ')[0])).toEqual([
      'S3_BUCKET',
      'S3_ACCESS_KEY',
      'S3_SECRET_KEY',
    ]);
  });

  test('S41 refuses a private key that does not belong to the public key', () => {
    const other = generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'der' });
    expect(problemsOf({ ...complete, RPC_PUBLIC_KEYS: `search=${other.toString('base64')}` })).toEqual([
      expect.stringContaining('RPC_KEY must belong to RPC_PUBLIC_KEYS'),
    ]);
  });

  test('S44 requires of a process only the variables that it uses', () => {
    const { REDIS_URL, RPC_KEY, RPC_PUBLIC_KEYS, SEALING_PUBLIC_KEY } = complete;
    const least = { REDIS_URL, RPC_KEY, RPC_PUBLIC_KEYS, SEALING_PUBLIC_KEY };
    expect(() => readConfig(least, [])).not.toThrow();
    expect(() => readConfig(least, needsOf('identity'))).toThrow('SMTP_URL is missing');
    expect(() => readConfig({ ...least, SMTP_URL: 'smtp://x' }, needsOf('identity'))).toThrow('DATABASE_URL');
    expect(() => readConfig({ ...least, OBJECTS_DIR: '/o' }, needsOf('gateway'))).toThrow('PAYMENT_ORIGIN');
  });

  test('derives the public sealing key when only the private key is given', () => {
    const { sealingKeys, sealingPublicKey } = readConfig({
      ...complete,
      SEALING_PUBLIC_KEY: '',
      SEALING_KEY: privateText,
    });
    expect(sealingKeys.map((key) => key.equals(keys.privateKey))).toEqual([true]);
    expect(sealingPublicKey.equals(keys.publicKey)).toBe(true);
    expect(readConfig(complete).sealingKeys).toEqual([]);
  });

  test('lets a service run without the administrator’s password', () => {
    const { DATABASE_ADMIN_URL: _, ...rest } = complete;
    const config = readConfig({
      ...rest,
      DATABASE_URL: 'postgres://db/portal',
      DATABASE_SECRET: 'sixteen characters',
    });
    expect(config.databaseAdminUrl).toBeUndefined();
    expect(config).toMatchObject({
      databaseUrl: 'postgres://db/portal',
      databaseSecret: 'sixteen characters',
    });
  });
});

describe('a secret in a file', () => {
  let folder: string;
  const { REDIS_URL, DATABASE_ADMIN_URL, ...rest } = complete;
  const inFile = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('S44 is read without the line break at its end', () => {
    const config = readConfig({
      ...rest,
      REDIS_URL_FILE: inFile('redis', `${REDIS_URL}\n`),
      DATABASE_ADMIN_URL_FILE: inFile('database', DATABASE_ADMIN_URL),
    });
    expect(config).toMatchObject({ redisUrl: REDIS_URL, databaseSecret: 'pass word' });
  });

  test('is read for a program that asks for only one variable', () => {
    expect(readVariable('SMTP_URL', { SMTP_URL_FILE: inFile('smtp', 'smtp://mail:25\n') })).toBe(
      'smtp://mail:25',
    );
    expect(() => readVariable('SMTP_URL', { SMTP_URL_FILE: '/nowhere' })).toThrow(
      'SMTP_URL_FILE names a file',
    );
    expect(readVariable('LOG_LEVEL', { SMTP_URL_FILE: '/nowhere' })).toBe('info');
  });

  test('is checked like a value given in the variable itself, and the error message does not reveal the secret', () => {
    const problems = problemsOf({
      ...complete,
      REDIS_URL: '',
      REDIS_URL_FILE: inFile('redis', 'secret-host'),
    });
    expect(problems).toEqual([expect.stringContaining('REDIS_URL must be an address')]);
    expect(problems.join()).not.toContain('secret-host');
  });

  test.each([
    ['is missing', () => join(folder, 'nowhere'), 'REDIS_URL_FILE names a file that cannot be read (ENOENT)'],
    ['is a folder', () => folder, 'REDIS_URL_FILE names a file that cannot be read (EISDIR)'],
    ['is empty', () => inFile('empty', '\n'), 'REDIS_URL_FILE names an empty file'],
  ])('that %s is reported once, with the reason', (_, fileOf, fault) => {
    expect(problemsOf({ ...complete, REDIS_URL: '', REDIS_URL_FILE: fileOf() })).toEqual([fault]);
  });

  test('is refused if the variable itself is set too', () => {
    expect(problemsOf({ ...complete, REDIS_URL_FILE: inFile('redis', REDIS_URL) })).toEqual([
      'REDIS_URL and REDIS_URL_FILE are both set: keep one of them',
    ]);
  });

  test('is possible for exactly the variables that the README lists', () => {
    const readme = readFileSync(resolve('infra/README.md'), 'utf8');
    const [, listed = ''] = /may come from a file:([^.]*)\./.exec(readme) ?? [];
    expect(listed.match(/[A-Z][A-Z0-9_]+/g)?.sort()).toEqual([...fileVariables].sort());
  });
});

test('the README lists every variable with its default and purpose, and no other variable', () => {
  const readme = readFileSync(resolve('infra/README.md'), 'utf8');
  const listed = readme.split('\n').filter((line) => /^\| `[A-Z][A-Z0-9_]+`\s*\|/.test(line));
  const wanted = Object.entries(variables).map(([name, variable]: [string, Variable]) => {
    const absent =
      variable.default === undefined ? (variable.optional ? '' : 'required') : `\`${variable.default}\``;
    return `| \`${name}\` | ${absent === '``' ? 'empty' : absent} | ${variable.shape} | ${variable.for} |`;
  });
  expect(listed.map((line) => line.replace(/\s*\|\s*/g, ' | ').trim())).toEqual(
    wanted.map((line) => line.replace(/\s*\|\s*/g, ' | ').trim()),
  );
});

test('only the configuration and the tests read the environment', () => {
  const packages = [
    'infra',
    'gateway',
    'proto',
    ...readdirSync('services').map((name) => `services/${name}`),
  ];
  const sources = packages.map((folder) => join(folder, 'src')).filter((folder) => existsSync(folder));
  const files = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const readers = files
    .filter((file) => file.endsWith('.ts') && !file.startsWith('infra/src/testing/'))
    .filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')));
  expect(readers).toEqual(['infra/src/config/config.ts']);
});
