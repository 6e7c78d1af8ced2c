import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { needsOf, readConfig } from '@portal/infra/config';
import { callers } from '@portal/proto/rpc/callers';
import { databaseSecretOf, environmentOf, importEnvironmentOf } from '../local/process-environment.mjs';
import { processNames } from '../local/process-keys.mjs';
import { cardSealingKeys, sealingKeys } from '../local/sealing-keys.mjs';

/** The launcher's environment. Each secret has a value that occurs in no other variable. */
const launcher: Record<string, string> = {
  PATH: '/bin',
  PORT: '8080',
  DEMO: '1',
  PROCESS_SECRET: 'secret of all processes',
  DATABASE_ADMIN_URL: 'postgres://postgres:administrator@127.0.0.1:5432/portal',
  REDIS_URL: 'redis://:administrator-of-redis@127.0.0.1:6379',
  REDIS_USERS: '1',
  SECOND_FACTOR_SECRET: 'secret of second factors',
  ...cardSealingKeys(),
  ...sealingKeys(),
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'portal',
  S3_ACCESS_KEY: 's3-access',
  S3_SECRET_KEY: 's3-secret',
  SMTP_URL: 'smtp://mail-user:mail-password@127.0.0.1:25',
  CARD_PROVIDER: 'sandbox',
  CARD_CREDENTIALS_FILE: '/cards.json',
  PROVIDER_SECRETS_FILE: '/providers.json',
  PAYMENT_ORIGIN: 'http://pay.localhost:8081',
  SOMETHING_ELSE: 'of the operator',
};
const processes = ['gateway', 'launcher', ...readdirSync('services')];
const secrets = ['DATABASE_SECRET', 'REDIS_URL', 'RPC_KEY'];

describe.each(processes)('S44 the environment of %s', (name) => {
  const own = environmentOf(launcher, name);

  test('is enough to start the process', () => {
    expect(() => readConfig(own, needsOf(name))).not.toThrow();
    expect(readConfig(own, needsOf(name)).keys.holds(name)).toBe(true);
  });

  test('holds no administrator password, no master secret and no undeclared value', () => {
    const text = JSON.stringify(own);
    expect(text).not.toContain('administrator');
    expect(text).not.toContain(launcher.PROCESS_SECRET);
    expect(own).not.toHaveProperty('SOMETHING_ELSE');
    expect(own).not.toHaveProperty('DATABASE_ADMIN_URL');
  });

  test('lets the process sign under its own name only, and shares no secret with another process', () => {
    const { keys } = readConfig(own, needsOf(name));
    for (const other of processes.filter((one) => one !== name)) {
      expect(keys.holds(other)).toBe(false);
      expect(() =>
        keys.between(other, processes.find((one) => one !== name && one !== other) ?? '', 'command'),
      ).toThrow();
      const theirs = environmentOf(launcher, other);
      for (const secret of secrets) if (own[secret]) expect(theirs[secret]).not.toBe(own[secret]);
    }
  });

  test('holds the secrets for sealing, cards, mail and storage only if the process uses them', () => {
    const holders: Record<string, readonly string[]> = {
      SEALING_KEY: ['identity'],
      SECOND_FACTOR_SECRET: ['identity'],
      SMTP_URL: ['identity'],
      CARD_CREDENTIALS_FILE: ['payments'],
      CARD_SEALING_KEYS: ['payments'],
      CARD_SEALING_PUBLIC_KEY: ['gateway'],
      PROVIDER_SECRETS_FILE: ['identity'],
      S3_SECRET_KEY: ['gateway', 'launcher', 'identity', 'admin-config', 'imaging', 'payments', 'reports'],
    };
    for (const [secret, who] of Object.entries(holders))
      expect([secret, secret in own]).toEqual([secret, who.includes(name)]);
  });
});

test('an import runs with the database address of the administrator and the password of its own service', () => {
  const own = importEnvironmentOf(launcher, 'imaging');
  expect(own.DATABASE_ADMIN_URL).toBe(launcher.DATABASE_ADMIN_URL);
  expect(own.DATABASE_SECRET).toBe(databaseSecretOf(launcher, 'imaging'));
});

test('the launcher makes keys for every process that sends commands', () => {
  expect(processNames).toEqual([...callers]);
});
