import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { needsOf, readConfig, type Config } from '@portal/infra/config';
import { Database, migrate } from '@portal/infra/db';
import { testActor, testConfig } from '@portal/infra/testing';
import { startRedis } from '../local/embedded-redis.mjs';
import { environmentOf } from '../local/process-environment.mjs';
import { makeRedisUsers, redisUrlOf } from '../local/redis-users.mjs';
import { sealingKeys } from '../local/sealing-keys.mjs';
import { writeSecrets } from '../local/secrets-command.mjs';
import { readRequest, writeRequest } from '../src/rpc/frame.js';
import { Opener, Sealer } from '../src/rpc/sealing.js';
import { vouch } from '../src/rpc/voucher.js';

const [first, second] = ['the first secret of all processes', 'the second secret of all processes'];
/** The secrets of the processes at each step of a replacement. */
const steps = [first, `${first},${second}`, `${second},${first}`, second];
const both = [sealingKeys(), sealingKeys()].map(({ SEALING_KEY }) => SEALING_KEY);
const sealingAt = [both[0], both.join(), both.toReversed().join(), both[1]];

const configAt = (step: number, name: string): Config => {
  const launcher = {
    ...{ PROCESS_SECRET: steps[step], DATABASE_SECRET: steps[step], REDIS_USERS: '1' },
    ...sealingKeys(sealingAt[step]),
    ...{ DATABASE_ADMIN_URL: 'postgres://admin@db/portal', REDIS_URL: 'redis://redis' },
    ...{ OBJECTS_DIR: '/objects', CARD_PROVIDER: 'sandbox', PAYMENT_ORIGIN: 'http://pay.localhost' },
    SMTP_URL: 'smtp://mail',
  } as Record<string, string>;
  return readConfig(environmentOf(launcher, name), needsOf(name));
};

const call = { id: 'c1', contract: 'identity.sign-in.v1' };
const header = {
  ...call,
  ...{ inbox: 'rpc:inbox:gateway:1', budgetMs: 1_000, caller: 'gateway', correlationId: 'x' },
};

/**
 * Writes a person's command in the gateway at one step, with a voucher from the identity service at another step, and
 * reads it in the search service at a third step.
 */
function askAcross({ gateway, identity, search }: Record<'gateway' | 'identity' | 'search', number>): string {
  const actor = vouch(configAt(identity, 'identity').keys, testActor());
  const frame = writeRequest(configAt(gateway, 'gateway').keys, 'search', { header, actor, payload: '{}' });
  return readRequest(configAt(search, 'search').keys, 'search', Buffer.from(frame)).actor.username;
}

/** Opens, with the keys of the identity service at one step, a command that the gateway has sealed at another step. */
const openAcross = (gateway: number, identity: number): string => {
  const { payload } = new Sealer(configAt(gateway, 'gateway').sealingPublicKey).seal(call, 'a password');
  return new Opener(configAt(identity, 'identity').sealingKeys).open(call, payload).payload;
};

describe('while the secrets of all processes are replaced', () => {
  test.each([0, 1, 2])(
    'a process with the secrets of step %s and one with the secrets of the next step trust each other',
    (before) => {
      const after = before + 1;
      const mixed: readonly [number, number, number][] = [
        [before, after, after],
        [after, before, after],
        [after, after, before],
        [after, before, before],
        [before, after, before],
        [before, before, after],
      ];
      for (const [gateway, identity, search] of mixed) {
        expect(askAcross({ gateway, identity, search })).toBe('test.user');
        expect(openAcross(gateway, identity)).toBe('a password');
      }
    },
  );

  test('a process with only the first secrets and one with only the second do not accept each other', () => {
    expect(() => askAcross({ gateway: 0, identity: 3, search: 3 })).toThrow('forged frame');
    expect(() => askAcross({ gateway: 3, identity: 0, search: 3 })).toThrow('nobody vouches');
    expect(() => openAcross(0, 3)).toThrow('does not open');
  });

  test('each step replaces the operator’s secret in the folder, and keeps secrets on which stored data depend', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
    const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
    writeSecrets([folder], {});
    const kept = ['identity/SECOND_FACTOR_SECRET', 'payments/CARD_SEALING_KEYS', 'postgres/password'];
    const [before, stored] = [read('operator/OPERATOR_SECRET'), kept.map(read)];
    expect(() => writeSecrets([folder, '--use-secret'], {})).toThrow('Begin with --add-secret');
    writeSecrets([folder, '--add-secret'], {});
    const [current, next] = read('operator/OPERATOR_SECRET').split(',');
    expect([current, next?.length]).toEqual([before, 64]);
    expect(() => writeSecrets([folder, '--add-secret'], {})).toThrow('two secrets already');
    writeSecrets([folder, '--use-secret'], {});
    expect(read('operator/OPERATOR_SECRET')).toBe(`${next},${before}`);
    writeSecrets([folder, '--drop-secret'], {});
    expect(read('operator/OPERATOR_SECRET')).toBe(next);
    expect(kept.map(read)).toEqual(stored);
    rmSync(folder, { recursive: true });
  });
});

describe('while the password of a service is replaced', () => {
  const tables = { service: 'trial-secrets', migrations: [], entities: [] };
  const { databaseAdminUrl: adminUrl = '', databaseUrl: url } = testConfig();
  const secrets = { secret: first, otherSecret: second };
  const setTo = (secret: string): Promise<unknown> => migrate(adminUrl, { ...tables, secret });
  const open = (o: { secret: string; otherSecret?: string }): Promise<Database> =>
    Database.open({ ...tables, url, ...o });

  test('each new connection uses the password that PostgreSQL has at that time', async () => {
    await setTo(first);
    const database = await open(secrets);
    const ask = async (): Promise<unknown> => (await database.query('SELECT 1 AS one'))[0];
    const inTransactions = (): Promise<unknown[]> =>
      Promise.all([1, 2, 3].map(() => database.withCounty('lake', (tx) => tx.rows('SELECT 1 AS one'))));
    expect(await ask()).toEqual({ one: 1 });
    await setTo(second);
    expect(await inTransactions()).toEqual([1, 2, 3].map(() => [{ one: 1 }]));
    await database.close();
    for (const given of [secrets, { secret: second, otherSecret: first }, { secret: second }])
      await (await open(given)).close();
    await expect(open({ secret: first })).rejects.toThrow('password authentication failed');
  }, 30_000);
});

describe('while secrets are replaced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-redis-'));
  let redis: Awaited<ReturnType<typeof startRedis>>;

  beforeAll(async () => {
    redis = await startRedis({ dir: folder, password: 'of the administrator', durable: false });
  }, 60_000);
  afterAll(async () => {
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const environmentAt = (secrets: string) => ({
    ...{ REDIS_URL: redis.url, REDIS_USERS: '1', PROCESS_SECRET: secrets },
  });
  const signIn = async (secret: string): Promise<string> => {
    const asked = new Redis(redisUrlOf(environmentAt(secret), 'search') ?? '', {
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    asked.on('error', () => undefined);
    try {
      return await asked.ping().catch((error: unknown) => String(error));
    } finally {
      asked.disconnect();
    }
  };

  test('Redis accepts both passwords until the first is dropped, and open connections stay open', async () => {
    await makeRedisUsers(environmentAt(first));
    const open = new Redis(redisUrlOf(environmentAt(first), 'search') ?? '');
    expect(await open.ping()).toBe('PONG');
    await makeRedisUsers(environmentAt(`${first},${second}`));
    expect([await signIn(first), await signIn(second)]).toEqual(['PONG', 'PONG']);
    await makeRedisUsers(environmentAt(second));
    expect([await signIn(first), await signIn(second)]).toEqual([
      expect.stringContaining('WRONGPASS'),
      'PONG',
    ]);
    expect(await open.ping()).toBe('PONG');
    open.disconnect();
  }, 30_000);

  test.each(['', 'short', `${'a'.repeat(64)},`, Array(3).fill('b'.repeat(64)).join(',')])(
    'no keys are derived from the damaged secret "%s", and the files stay as they were',
    (damaged) => {
      const folder = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
      writeSecrets([folder], {});
      const key = readFileSync(join(folder, 'search/RPC_KEY'), 'utf8');
      writeFileSync(join(folder, 'operator/OPERATOR_SECRET'), damaged);
      for (const steps of [[], ['--add-secret'], ['--use-secret'], ['--drop-secret']])
        expect(() => writeSecrets([folder, ...steps], {})).toThrow('Put your copy back');
      expect(readFileSync(join(folder, 'search/RPC_KEY'), 'utf8')).toBe(key);
      rmSync(folder, { recursive: true });
    },
  );

  test('`portal secrets` with an unknown option, or with an option in place of the folder, writes nothing', () => {
    for (const args of [['--add-secret'], ['secrets', 'toString']])
      expect(() => writeSecrets(args, {})).toThrow('Usage: portal secrets');
  });
});
