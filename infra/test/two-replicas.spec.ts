import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Controller, Module, type Type } from '@nestjs/common';
import { CLOCK } from '@portal/infra/clock';
import type { Config } from '@portal/infra/config';
import { secretOf } from '@portal/infra/db';
import {
  Handle,
  startServiceInProcess,
  systemActor,
  type RpcClient,
  type RunningService,
} from '@portal/infra/rpc';
import {
  asRedisUser,
  eventually,
  freshDatabase,
  startTestProvider,
  testActor,
  TestClock,
  testClient,
  testConfig,
  type TestProvider,
} from '@portal/infra/testing';
import { sectionDefaults, type SectionName } from '@portal/proto/config/sections';
import { ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { getSections, saveCounty, saveSection } from '@portal/proto/rpc/admin-config';
import type { Contract, Input, Output, Parsed } from '@portal/proto/rpc/contract';
import { saveUser } from '@portal/proto/rpc/identity';
import { describePages, renderPdf } from '@portal/proto/rpc/imaging';
import { computeOrder, overrideBalance, payOrder } from '@portal/proto/rpc/payments';
import { describeDocument, listHistory } from '@portal/proto/rpc/search';
import { planSection } from '@portal/proto/rpc/section-plans';
import { everyService } from './every-service.js';

const PASSWORD = 'Quiet-Canoe!77';
const HOST = '127.0.0.1';

/** Every document is a deed of twelve pages. */
@Controller()
class StandInIndex {
  @Handle(describeDocument)
  async describe({ documentKey }: Parsed<typeof describeDocument>) {
    const [documentType, documentNumber] = [documentKey.slice(0, 1), documentKey.slice(1)];
    const instrument = { instrumentCode: 'WD', instrumentDescription: 'Warranty Deed' };
    return ok({ documentKey, documentType, documentNumber, displayDocNumber: documentKey, ...instrument });
  }

  // without an answer to this command, each request for the signed-in user would wait three seconds
  @Handle(listHistory)
  async history() {
    return ok([]);
  }
}
@Controller()
class StandInPages {
  @Handle(describePages)
  async describe() {
    return ok({ pageCount: 12, version: 1 });
  }

  @Handle(renderPdf)
  async render({ documentKey }: Parsed<typeof renderPdf>) {
    return ok({ objectKey: `lake/pdf/${documentKey}/1-1.pdf`, sha256: '0'.repeat(64), size: 1 });
  }
}
@Module({ controllers: [StandInIndex] })
class StandInSearch {}
@Module({ controllers: [StandInPages] })
class StandInImaging {}

interface Gateway {
  readonly origin: string;
  close(): Promise<void>;
}

const load = async (file: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
const classIn = async (file: string, ending: string): Promise<Type<unknown>> => {
  const found = Object.entries(await load(file)).find(([name]) => name.endsWith(ending));
  if (!found) throw new Error(`${file} exports no ${ending}`);
  return found[1] as Type<unknown>;
};

const clock = new TestClock('2026-11-01T05:50:00Z');
let database: Awaited<ReturnType<typeof freshDatabase>>;
let config: Config;
let rpc: RpcClient;
let provider: TestProvider;
let startGateway: (config: Config) => Promise<Gateway>;
const gateways: Gateway[] = [];
const replicas = new Map<string, RunningService[]>();

/** Services that use the test's clock, for prices, plans and orders. The other services use real time, for sessions. */
const onTestClock = ['admin-config', 'payments'];

async function startReplica(name: string): Promise<RunningService> {
  const module = await classIn(`services/${name}/src/index.ts`, 'Module');
  const providers = onTestClock.includes(name) ? [{ provide: CLOCK, useValue: clock }] : [];
  const running = await startServiceInProcess(
    name,
    { module, providers },
    { config: await asRedisUser(config, name) },
  );
  replicas.set(name, [...(replicas.get(name) ?? []), running]);
  return running;
}
const openGateway = async (): Promise<void> => {
  gateways.push(await startGateway(await asRedisUser(config, 'gateway')));
};

beforeAll(async () => {
  database = await freshDatabase(...(await everyService()));
  const databaseUrl = database.adminUrl;
  const providerSecretsFile = join(mkdtempSync(join(tmpdir(), 'providers-')), 'secrets.json');
  writeFileSync(providerSecretsFile, '{}');
  config = testConfig({
    ...{ databaseUrl, databaseSecret: secretOf(databaseUrl) },
    ...{ providerSecretsFile, providerNetworks: ['127.0.0.0/8', '::1'] },
  });
  startGateway = (await load('gateway/src/index.ts'))['startGateway'] as typeof startGateway;
  for (const name of ['admin-config', 'identity', 'payments'])
    for (const _ of [1, 2]) await startReplica(name);
  replicas.set('stand-ins', [
    await startServiceInProcess('search', StandInSearch, {
      config,
      contracts: [describeDocument, listHistory],
    }),
    await startServiceInProcess('imaging', StandInImaging, { config, contracts: [describePages, renderPdf] }),
  ]);
  rpc = await testClient(config);
  const lake = { id: 'lake', name: 'Lake County', hosts: [HOST], origin: `http://${HOST}`, state: 'MN' };
  await asLauncher(saveCounty, { ...lake, timeZone: 'America/Chicago' });
  await openGateway();
  await openGateway();
  provider = await startTestProvider(gateways.map(({ origin }) => origin));
  const { issuer, clientSecret } = provider;
  writeFileSync(providerSecretsFile, JSON.stringify({ lake: { issuer, clientSecret } }));
}, 120_000);
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await rpc.onApplicationShutdown();
  await Promise.all([...replicas.values()].flat().map((replica) => replica.close()));
  await database.drop();
  await provider.close();
});

const asLauncher = <C extends Contract>(contract: C, input: Input<C>): Promise<Output<C>> =>
  rpc.callOrThrow(contract, input, { actor: systemActor('lake', 'launcher') });

/** The portal's title as a visitor gets it from a gateway. */
const titleAt = async ({ origin }: Gateway): Promise<string> => {
  const answer = await fetch(`${origin}/LandShark/api/helperdata/landshark`);
  return /"appTitle":"([^"]*)"/.exec(await answer.text())?.[1] ?? '';
};
const everybodyReads = (title: string, withinMs = 1_000): Promise<void> =>
  eventually(async () => {
    expect(await Promise.all(gateways.map(titleAt))).toEqual(gateways.map(() => title));
  }, withinMs);

const post = async ({ origin }: Gateway, path: string, body: object, cookie = ''): Promise<Response> =>
  fetch(`${origin}/LandShark/api/${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', cookie },
  });

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

test('a section that a clerk saves is visible to the public through every gateway within a second', async () => {
  await everybodyReads('Land Record Portal', 15_000);
  const username = 'anna.berg';
  const person = { firstName: 'Anna', lastName: 'Berg', email: 'anna@lake.example', role: 'COUNTY' } as const;
  const user = { id: randomUUID(), username, password: PASSWORD, account: null, ...person };
  await asLauncher(saveUser, { ...user, status: 'A', language: 'ENGLISH' });
  const [first, second] = gateways as [Gateway, Gateway];
  const signedIn = await post(first, 'auth/login', { username, password: PASSWORD });
  expect(await signedIn.json()).toMatchObject({ ok: true });
  // the second gateway accepts the session that the first one began
  const value = { ...sectionDefaults('common'), appTitle: 'Lake Records' };
  const saved = await post(
    second,
    'controlPanel/countyConfig/common',
    { version: 0, value },
    cookieOf(signedIn),
  );
  expect(await saved.json()).toMatchObject({ ok: true });
  await everybodyReads('Lake Records');
});

test("S12 a logout that the county's provider reports to one gateway ends the session at the other within a second", async () => {
  const value = {
    ...{ staffSignIn: true, providerName: 'Lake County', issuer: provider.issuer },
    ...{ clientId: provider.clientId, groups: [{ group: 'records' }] },
  };
  await asLauncher(saveSection, { name: 'staffSignIn', version: 0, value });
  const [first, second] = gateways as [Gateway, Gateway];
  const get = ({ origin }: Gateway, path: string, cookie = ''): Promise<Response> =>
    fetch(`${origin}${path}`, { redirect: 'manual', headers: { cookie } });
  const begun = await eventually(async () => {
    const answer = await get(first, '/LandShark/api/auth/provider/signIn');
    expect(answer.headers.get('location')).toContain(provider.issuer);
    return answer;
  });
  const back = await provider.signIn(String(begun.headers.get('location')), 'pat.replicas');
  const session = cookieOf(await get(first, back.pathname + back.search, cookieOf(begun)));
  const statusAt = async (gateway: Gateway): Promise<number> =>
    (await get(gateway, '/LandShark/api/currentUser/loginStatus', session)).status;
  expect(await Promise.all(gateways.map(statusAt))).toEqual([200, 200]);
  const logoutToken = await provider.ask('try/logoutToken?sub=pat.replicas');
  // the second gateway has just accepted the session, so it may keep a copy
  expect(await statusAt(second)).toBe(200);
  const told = await fetch(`${first.origin}/LandShark/api/auth/provider/backchannel`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: logoutToken }),
  });
  expect(told.status).toBe(200);
  await eventually(async () => expect(await statusAt(second)).toBe(403), 1_000);
  expect(await statusAt(first)).toBe(403);
});

const news = { heading: 'Now online', paragraphContent: 'Deeds since 1890.' };
const link = { heading: 'Fees', paragraphContent: 'https://fees.example/' };
/** A section, a change of it, the public URL path that shows the change, and the text that appears there. */
const published = [
  ['languages', { languages: true }, 'helperdata/landshark', '"languages":true'],
  [
    'search',
    { defaultSearch: 'searchByDocumentNumber' },
    'helperdata/landshark',
    '"defaultSearch":"searchByDocumentNumber"',
  ],
  [
    'userAccess',
    { inactivityTimeLimit: true, inactivityTimeLimitPeriod: 17 },
    'helperdata/landshark',
    'Period":17',
  ],
  [
    'escrow',
    { reloadByCreditCard: true, minReloadAmount: 1_000, maxReloadAmount: 5_000 },
    'helperdata/landshark',
    'Card":true',
  ],
  ['efile', { efile: true }, 'helperdata/landshark', '"efile":true'],
  ['loginPageRegistration', { emaileExpireIn: 7 }, 'helperdata/landshark', '"emaileExpireIn":7'],
  ['index', { mortgageAmountLabel: 'Consideration' }, 'helperdata/landlink', '"Consideration"'],
  ['search2', { downloadResults: true }, 'helperdata/landlink', '"downloadResults":true'],
  ['loginPageLatestNews', { paragraphs: [news] }, 'auth/loginPageLatestNews', 'Deeds since 1890.'],
  ['loginPageLinks', { paragraphs: [link] }, 'auth/loginPageLinks', 'https://fees.example/'],
] as const;

const changeSection = async (name: SectionName, change: object): Promise<void> => {
  const [{ version = 0, value = {} } = {}] = await asLauncher(getSections, { names: [name] });
  await asLauncher(saveSection, { name, version, value: { ...(value as object), ...change } });
};

test('each section that the public reads changes on every gateway within a second', async () => {
  const read = async ({ origin }: Gateway, path: string): Promise<string> =>
    (await fetch(`${origin}/LandShark/api/${path}`)).text();
  // the login page shows its news and links only with these settings
  await changeSection('homeSelections', { latestNewsLoginPage: true, linksLoginPage: true });
  for (const [name, change, path, text] of published) {
    for (const gateway of gateways) expect(await read(gateway, path)).not.toContain(text);
    await changeSection(name, change);
    await eventually(async () => {
      const answers = await Promise.all(gateways.map((gateway) => read(gateway, path)));
      for (const answer of answers) expect(answer).toContain(text);
    }, 1_000);
  }
});

test('a replica that was stopped during a change shows the change as soon as it runs again', async () => {
  await gateways.pop()?.close();
  await replicas.get('admin-config')?.pop()?.close();
  const value = { ...sectionDefaults('common'), appTitle: 'Changed meanwhile' };
  const [{ version = 0 } = {}] = await asLauncher(getSections, { names: ['common'] });
  await asLauncher(saveSection, { name: 'common', version, value });
  await everybodyReads('Changed meanwhile');
  await startReplica('admin-config');
  await openGateway();
  expect(gateways).toHaveLength(2);
  await everybodyReads('Changed meanwhile');
});

const clerk = testActor({
  user: randomUUID(),
  username: 'anna.berg',
  role: 'COUNTY',
  account: null,
  terms: null,
});
const payer: Actor = testActor({ user: randomUUID(), account: randomUUID(), session: randomUUID() });
const asPayer = { actor: payer };
const quote = () =>
  rpc.callOrThrow(
    computeOrder,
    { documentKey: 'A1000001', pageSelectionMethod: 'CSV_PAGES', pagesSelected: '1' },
    asPayer,
  );
/** Makes both replicas apply plans now, independent of their timers. */
const applyPlans = async (): Promise<void> => {
  const applier = await classIn('services/admin-config/src/plans/plan.applier.ts', 'PlanApplier');
  await Promise.all(
    (replicas.get('admin-config') ?? []).map((each) =>
      each.get<{ run(): Promise<number> }>(applier as Type<{ run(): Promise<number> }>).run(),
    ),
  );
};

test('a planned fee takes effect on time when daylight saving time ends, and an open order keeps its fee', async () => {
  const value = { ...sectionDefaults('aLaCarte'), imageDocument: 400 };
  await asLauncher(saveSection, { name: 'aLaCarte', version: 0, value });
  await asLauncher(overrideBalance, {
    ...{ key: 'opening', account: String(payer.account), asset: 'USD', balance: 10_000 },
    reason: 'Opening balance',
  });
  await eventually(async () => expect((await quote()).charge).toBe(400), 5_000);

  // saved at 00:50 CDT for 03:00 CST: two hours later by the clock, three hours in real time
  const planned = await rpc.callOrThrow(
    planSection,
    {
      ...{ id: randomUUID(), name: 'aLaCarte', version: 1, value: { ...value, imageDocument: 500 } },
      ...{ date: '2026-11-01', time: '03:00', reason: 'Board resolution 14' },
    },
    { actor: clerk },
  );
  expect(planned.effectiveAt).toBe('2026-11-01T09:00:00.000Z');

  clock.set('2026-11-01T08:59:59Z');
  await applyPlans();
  const open = await quote();
  expect(open.charge).toBe(400);

  clock.set('2026-11-01T09:00:00Z');
  await applyPlans();
  // eight quotes, so that both replicas of the payments service answer some of them
  await eventually(async () => {
    const charges = await Promise.all(Array.from({ length: 8 }, async () => (await quote()).charge));
    expect(charges).toEqual(charges.map(() => 500));
  }, 1_000);
  const paid = await rpc.callOrThrow(payOrder, { imageStateGuid: open.imageStateGuid }, asPayer);
  expect(paid).toMatchObject({ status: 'PAID', balance: { available: 9_600 } });
});
