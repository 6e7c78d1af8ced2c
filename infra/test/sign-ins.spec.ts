import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { startServiceInProcess, systemActor, type RpcClient, type RunningService } from '@portal/infra/rpc';
import {
  asRedisUser,
  freshDatabase,
  testActor,
  testClient,
  testConfig,
  testKeys,
} from '@portal/infra/testing';
import { deleteManagedAccount, openManagedAccount } from '@portal/proto/rpc/account-manager';
import { getSections, listCounties } from '@portal/proto/rpc/admin-config';
import { signIn, type Session } from '@portal/proto/rpc/identity';
import { getBalance } from '@portal/proto/rpc/payments';
import { makeSignIns } from '../local/demo/sign-ins.mjs';

interface ServiceExports {
  readonly serviceName: string;
  readonly migrations: readonly Function[];
  readonly [name: string]: unknown;
}

const needed = ['admin-config', 'identity', 'payments'];
const url = (folder: string): string => pathToFileURL(resolve('services', folder, 'src/index.ts')).href;

let running: RunningService[] = [];
let rpc: RpcClient;
let environment: Record<string, string>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const services = await Promise.all(
    needed.map(async (folder) => ({ folder, exported: (await import(url(folder))) as ServiceExports })),
  );
  const fresh = await freshDatabase(
    ...services.map(({ folder, exported }) => ({ service: folder, migrations: exported.migrations })),
  );
  drop = fresh.drop;
  const address = new URL(fresh.adminUrl);
  const config = testConfig({ databaseUrl: fresh.adminUrl, databaseSecret: address.password });
  environment = {
    SEALING_PUBLIC_KEY: config.sealingPublicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    ...{ PORT: '8090', DEMO: '1', DATABASE_ADMIN_URL: fresh.adminUrl, OBJECTS_DIR: 'unused' },
    ...{ REDIS_URL: config.redisUrl, REDIS_NAMESPACE: config.redisNamespace, ...testKeys('launcher') },
    ...{ SMTP_URL: config.smtpUrl, CARD_PROVIDER: 'sandbox', PAYMENT_ORIGIN: config.paymentOrigin },
  };
  running = await Promise.all(
    services.map(async ({ folder, exported }) =>
      startServiceInProcess(folder, moduleOf(exported), { config: await asRedisUser(config, folder) }),
    ),
  );
  rpc = await testClient(config);
  await makeSignIns({ environment });
}, 120_000);

afterAll(async () => {
  await Promise.all(running.map((service) => service.close()));
  await rpc.onApplicationShutdown();
  await drop();
});

const moduleOf = (exported: ServiceExports): Type => {
  const found = Object.entries(exported).find(([name]) => name.endsWith('Module'))?.[1];
  if (typeof found !== 'function') throw new Error('the service exports no module');
  return found as Type;
};

const visitor = (county: string) => ({ ...testActor({ county, user: null, account: null, session: null }) });

const enter = (county: string, username: string, password = 'Portal!2026') =>
  rpc.call(
    signIn,
    { username, password, language: 'ENGLISH', address: '192.0.2.7', previousToken: null },
    { actor: { ...visitor(county), role: 'ANONYMOUS', terms: null } },
  );

const sessionOf = async (county: string, username: string): Promise<Session> => {
  const answer = await enter(county, username);
  if (!answer.ok) throw new Error(`${username}: ${answer.code}`);
  return answer.value.session;
};

test.each(['lake', 'saipan'])(
  'a user of every role signs in to %s with the password that the start prints',
  async (county) => {
    const roles = {
      'guest.user': 'GUEST',
      'demo.escrow': 'USER',
      'demo.account': 'ACCOUNT',
      'demo.county': 'COUNTY',
      'demo.trimin': 'TRIMIN',
    };
    for (const [username, role] of Object.entries(roles)) {
      expect((await sessionOf(county, username)).actor).toMatchObject({ county, username, role });
    }
  },
);

test('demo users who are pending, inactive or locked learn why they cannot sign in', async () => {
  const codes = await Promise.all(
    ['demo.pending', 'demo.inactive', 'demo.locked'].map(async (name) => {
      const answer = await enter('lake', name);
      return answer.ok ? 'ok' : answer.code;
    }),
  );
  expect(codes).toEqual(['USER_PENDING', 'USER_INACTIVE', 'USER_LOCKED']);
});

test('each demo account has its payment method and its opening balance', async () => {
  const balances = await Promise.all(
    ['demo.escrow', 'demo.flatfee', 'demo.invoice'].map(async (username) => {
      const { actor } = await sessionOf('lake', username);
      return rpc.callOrThrow(getBalance, { account: null }, { actor });
    }),
  );
  expect(balances.map((balance) => balance?.available)).toEqual([10_000, 50, null]);
  const methods = await Promise.all(
    ['lake', 'saipan'].map(async (county) => (await sessionOf(county, 'demo.escrow')).actor.terms),
  );
  expect(methods.map((terms) => terms?.imageChargeMethod)).toEqual(['PAGE', 'DOCUMENT']);
});

test('a second start keeps every change that users have made', async () => {
  const before = await sessionOf('lake', 'demo.escrow');
  const read = () =>
    rpc.callOrThrow(getSections, { names: ['common', 'index'] }, { actor: systemActor('lake', 'gateway') });
  const sections = await read();
  await makeSignIns({ environment });
  expect(await read()).toEqual(sections);
  const after = await rpc.callOrThrow(getBalance, { account: null }, { actor: before.actor });
  expect(after?.available).toBe(10_000);
});

test('a second start does not bring back an account that was deleted, nor its users', async () => {
  const { actor } = await sessionOf('saipan', 'demo.county');
  const account = (await sessionOf('saipan', 'demo.credit')).actor.account ?? '';
  await rpc.callOrThrow(deleteManagedAccount, { account }, { actor });
  await makeSignIns({ environment });
  expect(await rpc.call(openManagedAccount, { account }, { actor })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await enter('saipan', 'demo.credit')).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  expect((await enter('saipan', 'demo.escrow')).ok).toBe(true);
}, 60_000);

test('the demo counties have their time zones and URLs', async () => {
  const counties = await rpc.callOrThrow(listCounties, {}, { actor: systemActor('lake', 'gateway') });
  expect(counties.map(({ id, timeZone, origin }) => [id, timeZone, origin])).toEqual([
    ['lake', 'America/Chicago', 'http://localhost:8090'],
    ['saipan', 'Pacific/Saipan', 'http://saipan.localhost:8090'],
  ]);
});

test('demo sign-ins do not exist without DEMO=1', async () => {
  await expect(makeSignIns({ environment: { ...environment, DEMO: '0' } })).rejects.toThrow('DEMO=1');
});
