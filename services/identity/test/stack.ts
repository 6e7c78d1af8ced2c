import { Controller, Inject, Module } from '@nestjs/common';
import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CONFIG, type Config } from '@portal/infra/config';
import { CountySections } from '@portal/infra/county-config';
import { RedisEventLog } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import { checkMail, MAILER, type Mail, type Mailer } from '@portal/infra/mail';
import {
  Handle,
  RpcClient,
  startServiceInProcess,
  systemActor,
  type RunningService,
} from '@portal/infra/rpc';
import { eventually, testActor, testService, type TestService } from '@portal/infra/testing';
import { sections, type SectionName } from '@portal/proto/config/sections';
import { ok, type Result } from '@portal/proto/result';
import { getSections, listCounties, type SavedSection } from '@portal/proto/rpc/admin-config';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Input, Parsed } from '@portal/proto/rpc/contract';
import { saveAccount, saveUser, signIn, type Account, type NewUser } from '@portal/proto/rpc/identity';
import * as z from 'zod/mini';
import { IdentityModule } from '../src/identity.module.js';
import { tables } from '../src/tables.js';
import { PasswordHashing } from '../src/users/password-hashing.js';
import { QuickHashing } from './quick-hashing.js';

export const PASSWORD = 'Correct-Horse!9';

/** A stand-in for the admin-config service; tests set the county's sections. */
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
    return ok(['lake', 'saipan'].map(countyNamed));
  }

  @Handle(getSections)
  async get({ names }: Parsed<typeof getSections>, call: { actor: Actor }) {
    return ok(names.map((name) => this.saved.get(`${call.actor.county} ${name}`) ?? unsaved(name)));
  }

  /** Saves a section and emits the event of the change, like the admin-config service. */
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

const countyNamed = (id: string) => ({
  id,
  name: `${id} county`,
  hosts: [`${id}.test`],
  origin: `https://${id}.test`,
  timeZone: 'America/Chicago',
  state: 'MN',
});

/** A mailer for tests that keeps sent e-mails and can be unavailable. */
export class MailStub implements Mailer {
  readonly sent: Mail[] = [];
  away = false;

  async send(mail: Mail): Promise<void> {
    checkMail(mail);
    if (this.away) throw new Error('the mail server is away');
    this.sent.push(mail);
  }

  to(address: string): Mail[] {
    return this.sent.filter(({ to }) => to === address);
  }
}

const unsaved = (name: SectionName): SavedSection => ({
  name,
  version: 0,
  value: z.parse(sections[name], {}),
});

@Module({ controllers: [CountyStub] })
class CountyStubModule {}

export interface Stack extends TestService {
  readonly mail: MailStub;
  /** Sets one of the county's sections; the promise resolves when the service knows the new value. */
  configure<N extends SectionName>(county: string, name: N, value: unknown): Promise<void>;
  /** Signs in. The defaults are the password of `testUser` and a fixed IP address. */
  signIn(
    over?: Partial<Input<typeof signIn>>,
    county?: string,
  ): ReturnType<typeof RpcClient.prototype.call<typeof signIn>>;
  /** Starts another process of the service on the same servers. */
  startReplica(): Promise<RunningService>;
}

export const system = (county = 'lake'): Actor => systemActor(county, 'launcher');

export const visitor = (county = 'lake'): Actor => ({
  ...testActor({ county, user: null, username: '', account: null, session: null, terms: null }),
  role: 'ANONYMOUS',
});

/**
 * Starts the identity service on its own database and Redis namespace, with a stand-in for the admin-config service.
 * @param realHashing true if passwords are hashed in threads, with the settings of the product, which takes long
 */
export async function startStack(
  clock?: Clock,
  over: Partial<Config> = {},
  { realHashing = false } = {},
): Promise<Stack> {
  const mail = new MailStub();
  const providers = [
    { provide: MAILER, useValue: mail },
    ...(clock ? [{ provide: CLOCK, useValue: clock }] : []),
    ...(realHashing ? [] : [{ provide: PasswordHashing, useClass: QuickHashing }]),
  ];
  const service = await testService('identity', IdentityModule, { tables, providers, config: over });
  const { config, rpc } = service;
  const stub = await startServiceInProcess('admin-config', CountyStubModule, {
    config,
    // the identity service calls only these two contracts of admin-config
    contracts: [getSections, listCounties],
  });
  const replicas: RunningService[] = [];
  return {
    ...service,
    mail,
    configure: async (county, name, value) => {
      const wanted = (await stub.get(CountyStub).set(county, name, value)).value;
      const sections = service.running.get(CountySections);
      await eventually(async () => expect(await sections.get(county, name)).toEqual(wanted), 1_000);
    },
    call: (contract, input, actor = system()) => rpc.call(contract, input, { actor }),
    value: (contract, input, actor = system()) => rpc.callOrThrow(contract, input, { actor }),
    signIn: (over = {}, county = 'lake') =>
      rpc.call(signIn, { ...firstTry, ...over }, { actor: visitor(county) }),
    startReplica: async () => {
      const replica = await startServiceInProcess(
        'identity',
        { module: IdentityModule, providers },
        { config },
      );
      replicas.push(replica);
      return replica;
    },
    close: async () => {
      await Promise.all([stub, ...replicas].map((running) => running.close()));
      await service.close();
    },
  };
}

const firstTry: Input<typeof signIn> = {
  username: 'jane.doe',
  password: PASSWORD,
  language: 'ENGLISH',
  address: '192.0.2.1',
  previousToken: null,
};

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
    userReload: false,
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

/** Adds a user with an account of their own, by default in the county 'lake'. */
export async function addUser(stack: Stack, over: Partial<NewUser> = {}, county = 'lake'): Promise<NewUser> {
  const actor = system(county);
  const account = testAccount();
  await stack.value(saveAccount, account, actor);
  const user = testUser({ account: account.id, ...over });
  await stack.value(saveUser, user, actor);
  return user;
}

/** Returns the value of an answer, which must be a success. */
export function valueOf<T>(answer: Result<T>): T {
  if (!answer.ok) throw new Error(`expected a value, got ${answer.code}`);
  return answer.value;
}

export const codeOf = (answer: Result<unknown>): string => (answer.ok ? 'ok' : answer.code);
