import { Controller, Inject, Module, type DynamicModule } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CONFIG, type Config } from '@portal/infra/config';
import { RedisEventLog } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import {
  Handle,
  RpcClient,
  startServiceInProcess,
  systemActor,
  type RunningService,
} from '@portal/infra/rpc';
import { freshDatabase, testActor, testConfig } from '@portal/infra/testing';
import { sections, type SectionName } from '@portal/proto/config/sections';
import { ok, type Result } from '@portal/proto/result';
import {
  getSections,
  listCounties,
  saveCounty,
  saveSection,
  type SavedSection,
} from '@portal/proto/rpc/admin-config';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Contract, Input, Output, Parsed } from '@portal/proto/rpc/contract';
import { saveAccount, saveUser, signIn, type Account, type NewUser } from '@portal/proto/rpc/identity';
import pg from 'pg';
import * as z from 'zod/mini';
import { IdentityModule } from '../src/identity.module.js';
import { migrations, tables } from '../src/tables.js';

export const PASSWORD = 'Correct-Horse!9';

/** Stands in for admin-config behind its contracts: what a test sets is what the county configures. */
@Controller()
export class CountyStub {
  private readonly saved = new Map<string, SavedSection>();

  private readonly events: RedisEventLog;

  constructor(@Inject(CONFIG) { redisUrl, redisNamespace: namespace }: Config) {
    this.events = new RedisEventLog({ redisUrl, namespace, log: openLog('admin-config') });
  }

  onApplicationShutdown(): Promise<void> {
    return this.events.close();
  }

  @Handle(listCounties)
  async list() {
    return ok([]);
  }

  @Handle(saveCounty)
  async saveCounty() {
    return ok({});
  }

  @Handle(getSections)
  async get({ names }: Parsed<typeof getSections>, call: { actor: Actor }) {
    return ok(names.map((name) => this.saved.get(`${call.actor.county} ${name}`) ?? unsaved(name)));
  }

  @Handle(saveSection)
  async save({ name, value }: Parsed<typeof saveSection>, call: { actor: Actor }) {
    return ok(await this.set(call.actor.county, name, value));
  }

  /** Saves a section and tells the fact of it, as admin-config does. */
  async set(county: string, name: SectionName, value: unknown): Promise<SavedSection> {
    const key = `${county} ${name}`;
    const version = (this.saved.get(key)?.version ?? 0) + 1;
    const section = { name, version, value: z.parse(sections[name], value) };
    this.saved.set(key, section);
    const envelope = {
      id: randomUUID(),
      type: 'config.section-changed.v1',
      version: 1,
      county,
      aggregate: `section:${name}`,
      sequence: version,
      time: new Date().toISOString(),
      correlationId: 'test',
      payload: { section: name, version },
    };
    await this.events.publish([{ topic: 'config', key: `section:${name}`, body: JSON.stringify(envelope) }]);
    return section;
  }
}

const unsaved = (name: SectionName): SavedSection => ({
  name,
  version: 0,
  value: z.parse(sections[name], {}),
});

@Module({ controllers: [CountyStub] })
class CountyStubModule {}

export interface Stack {
  readonly config: Config;
  readonly identity: RunningService;
  readonly county: CountyStub;
  readonly rpc: RpcClient;
  readonly admin: pg.Client;
  call<C extends Contract>(
    contract: C,
    input: Input<C>,
    actor?: Actor,
  ): ReturnType<typeof RpcClient.prototype.call<C>>;
  value<C extends Contract>(contract: C, input: Input<C>, actor?: Actor): Promise<Output<C>>;
  signIn(
    over: Partial<Input<typeof signIn>>,
    county?: string,
  ): ReturnType<typeof RpcClient.prototype.call<typeof signIn>>;
  /** Another process of the service, on the same servers. */
  startReplica(): Promise<RunningService>;
  close(): Promise<void>;
}

export const visitor = (county = 'lake'): Actor => ({
  ...testActor({ county, user: null, username: '', account: null, session: null, terms: null }),
  role: 'ANONYMOUS',
});

/** identity on a database and a Redis namespace of its own. */
export async function startStack(clock?: Clock): Promise<Stack> {
  const fresh = await freshDatabase({ service: tables.service, migrations });
  const url = new URL(fresh.adminUrl);
  const secret = decodeURIComponent(url.password);
  const admin = new pg.Client({ connectionString: fresh.adminUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  url.username = '';
  url.password = '';
  const config = testConfig({ databaseUrl: url.href, databaseSecret: secret });
  const rpc = new RpcClient({
    caller: 'gateway',
    redisUrl: config.redisUrl,
    namespace: config.redisNamespace,
    rpcSecret: config.rpcSecret,
  });
  const module: DynamicModule = {
    module: IdentityModule,
    providers: clock ? [{ provide: CLOCK, useValue: clock }] : [],
  };
  const start = (): Promise<RunningService> => startServiceInProcess('identity', module, { config });
  const stub = await startServiceInProcess('admin-config', CountyStubModule, { config });
  const running = [await start()];
  await rpc.ready();
  const system = systemActor('lake', 'launcher');
  return {
    config,
    rpc,
    admin,
    identity: running[0] ?? (await start()),
    county: stub.get(CountyStub),
    call: (contract, input, actor = system) => rpc.call(contract, input, { actor }),
    value: (contract, input, actor = system) => rpc.callOrThrow(contract, input, { actor }),
    signIn: (over, county = 'lake') =>
      rpc.call(
        signIn,
        {
          username: 'jane.doe',
          password: PASSWORD,
          language: 'ENGLISH',
          address: '192.0.2.1',
          previousToken: null,
          ...over,
        },
        { actor: visitor(county) },
      ),
    startReplica: async () => {
      const replica = await start();
      running.push(replica);
      return replica;
    },
    close: async () => {
      await Promise.all(running.map((service) => service.close()));
      await stub.close();
      await rpc.onApplicationShutdown();
      await admin.end();
      await fresh.drop();
    },
  };
}

export const testAccount = (over: Partial<Account> = {}): Account => ({
  id: randomUUID(),
  name: `Account ${randomUUID()}`,
  status: 'A',
  searchList: null,
  terms: {
    accountType: 'A_LA_CARTE',
    paymentMethod: 'ESCROW',
    imageChargeMethod: 'PAGE',
    certificateChargeMethod: 'DOCUMENT',
    imageRetrieval: true,
    previewRetrieval: true,
    certificateRetrieval: false,
    certificatePreviewRetrieval: false,
  },
  ...over,
});

export const testUser = (over: Partial<NewUser> = {}): NewUser => ({
  id: randomUUID(),
  username: 'jane.doe',
  password: PASSWORD,
  firstName: 'Jane',
  lastName: 'Doe',
  email: 'jane.doe@example.test',
  role: 'USER',
  status: 'A',
  language: 'ENGLISH',
  account: null,
  ...over,
});

/** A user with an account of their own, in the county 'lake' unless told. */
export async function addUser(stack: Stack, over: Partial<NewUser> = {}, county = 'lake'): Promise<NewUser> {
  const actor = systemActor(county, 'launcher');
  const account = testAccount();
  await stack.value(saveAccount, account, actor);
  const user = testUser({ account: account.id, ...over });
  await stack.value(saveUser, user, actor);
  return user;
}

/** The value of an answer that must be one. */
export function valueOf<T>(answer: Result<T>): T {
  if (!answer.ok) throw new Error(`expected a value, got ${answer.code}`);
  return answer.value;
}

export const codeOf = (answer: Result<unknown>): string => (answer.ok ? 'ok' : answer.code);
