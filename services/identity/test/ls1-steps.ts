import { randomUUID } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { Handle, startServiceInProcess, type Call, type Reply, type RunningService } from '@portal/infra/rpc';
import { eventually, ls1Database, TestClock, testActor, type Ls1Database } from '@portal/infra/testing';
import type { Ls1Kind, Ls1Migration, Ls1State } from '@portal/proto/http/ls1';
import { ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Input, Parsed } from '@portal/proto/rpc/contract';
import { saveAccount, saveUser } from '@portal/proto/rpc/identity';
import {
  addLs1Entries,
  deleteLs1Entries,
  findCountyMoney,
  getLs1Migration,
  migrateLs1Accounts,
  migrateLs1AuditLog,
  type Ls1Entry,
} from '@portal/proto/rpc/ls1-migration';
import { Ls1MigrationWorker } from '../src/ls1-migrations/ls1-migration.worker.js';
import { addUser, startStack, testAccount, testUser, type Stack } from './stack.js';

/** The answer of the stand-in for the payments service. */
export const money = { hasEntries: false, isUnderWay: false };

@Controller()
class PaymentsStub {
  @Handle(findCountyMoney)
  async find(_input: Parsed<typeof findCountyMoney>, _call: Call): Promise<Reply<typeof findCountyMoney>> {
    return ok({ ...money });
  }
}
@Module({ controllers: [PaymentsStub] })
class PaymentsStubModule {}

/**
 * What the stand-in for the reports service received: the entries in order, the start times of their migrations, and
 * the periods whose entries it was told to delete.
 */
export const reported: {
  entries: Ls1Entry[];
  began: Set<string | undefined>;
  deletions: Parsed<typeof deleteLs1Entries>[];
} = { entries: [], began: new Set(), deletions: [] };

/** If set, the stand-in for the reports service awaits this callback before it answers. */
export const slowly: { adds?: (() => Promise<void>) | undefined } = {};

@Controller()
class ReportsStub {
  @Handle(addLs1Entries)
  async add({ entries, begunAt }: Parsed<typeof addLs1Entries>): Promise<Reply<typeof addLs1Entries>> {
    await slowly.adds?.();
    reported.began.add(begunAt);
    reported.entries.push(...entries);
    return ok({ added: entries.length });
  }

  @Handle(deleteLs1Entries)
  async remove(range: Parsed<typeof deleteLs1Entries>): Promise<Reply<typeof deleteLs1Entries>> {
    reported.deletions.push(range);
    return ok({ deleted: reported.deletions.length === 1 ? 7 : 0, left: reported.deletions.length === 1 });
  }
}
@Module({ controllers: [ReportsStub] })
class ReportsStubModule {}

export const clock = new TestClock('2026-11-20T15:00:00Z');
export let stack: Stack;
export let ls1: Ls1Database;

/**
 * Starts the identity service with a generated LS1 and with stand-ins for the payments and reports services; empties
 * all of them before each test.
 */
export function startLs1(): void {
  const others: RunningService[] = [];
  beforeAll(async () => {
    stack = await startStack(clock, { ls1Hosts: ['127.0.0.1'] });
    const { config } = stack;
    others.push(
      await startServiceInProcess('payments', PaymentsStubModule, { config, contracts: [findCountyMoney] }),
      await startServiceInProcess('reports', ReportsStubModule, {
        config,
        contracts: [addLs1Entries, deleteLs1Entries],
      }),
    );
    ls1 = await ls1Database();
  });
  afterAll(async () => {
    await Promise.all(others.map((running) => running.close()));
    await stack.close();
    await ls1.close();
  });
  beforeEach(async () => {
    clock.set('2026-11-20T15:00:00Z');
    Object.assign(money, { hasEntries: false, isUnderWay: false });
    Object.assign(reported, { entries: [], began: new Set(), deletions: [] });
    await stack.tables.asAdmin(
      `TRUNCATE identity.app_user, identity.account, identity.former_account, identity.former_user, identity.letter,
         identity.ls1_migration, identity.ls1_origin, identity.outbox CASCADE`,
    );
    await ls1.run('TRUNCATE accounts, people, log');
  });
  afterEach(() => {
    armFailpoints(undefined);
    slowly.adds = undefined;
  });
}

export const provider = (over: Partial<Actor> = {}): Actor =>
  testActor({
    ...{ user: randomUUID(), username: 'carol.trimin', role: 'TRIMIN', county: 'lake', account: null },
    ...over,
  });

/**
 * Adds the users who exist before the migration: a TRIMIN user, the guest, a user of the office and a user who
 * searches.
 */
export async function addOld(): Promise<{ searcher: string }> {
  await stack.value(saveUser, testUser({ username: 'carol.trimin', role: 'TRIMIN' }));
  await stack.value(saveUser, testUser({ username: 'old.county', role: 'COUNTY' }));
  const guests = testAccount({ name: 'Guests' });
  await stack.value(saveAccount, guests);
  await stack.value(saveUser, testUser({ username: 'guest.user', role: 'GUEST', account: guests.id }));
  const { id } = await addUser(stack, { username: 'old.searcher' });
  return { searcher: id };
}

type AccountsInput = Input<typeof migrateLs1Accounts>;
type AuditInput = Input<typeof migrateLs1AuditLog>;
const login = (): AccountsInput => ({
  ...{ address: ls1.address, name: ls1.name, username: ls1.username, password: ls1.password },
  dryRun: false,
});

export const beginAccounts = async (over: Partial<AccountsInput> = {}): Promise<string> =>
  (await stack.value(migrateLs1Accounts, { ...login(), ...over }, provider())).migration;
export const beginAudit = async (over: Partial<AuditInput> = {}): Promise<string> => {
  const input = { ...login(), from: null, to: null, dataType: 'ALL' as const, batchSize: 100, ...over };
  return (await stack.value(migrateLs1AuditLog, input, provider())).migration;
};

export const standing = async (kind: Ls1Kind): Promise<Ls1Migration | null> =>
  (await stack.value(getLs1Migration, { kind }, provider())).current;

/** Waits until the migration has this state; each check also wakes the worker, as the job does. */
export async function inState(kind: Ls1Kind, state: Ls1State): Promise<Ls1Migration> {
  let found: Ls1Migration | null = null;
  await eventually(async () => {
    await stack.running.get(Ls1MigrationWorker).work('lake');
    found = await standing(kind);
    expect(found?.state).toBe(state);
  }, 30_000);
  if (!found) throw new Error('no migration');
  return found;
}

/** Returns the usernames of all users. */
export const usernames = async (): Promise<string[]> =>
  (
    await stack.tables.asAdmin<{ username: string }>(
      `SELECT username FROM identity.app_user WHERE county_id = 'lake' ORDER BY username`,
    )
  ).map(({ username }) => username);
export const accountNames = async (): Promise<string[]> =>
  (
    await stack.tables.asAdmin<{ name: string }>(
      `SELECT name FROM identity.account WHERE county_id = 'lake' ORDER BY name`,
    )
  ).map(({ name }) => name);

/**
 * Makes the process stop when it reaches a failpoint for the nth time, as if it had died, and ends its lease.
 * @returns `died` settles when the process has stopped; `wakeUp` lets it continue, like a process that was only slow
 */
export function dieAt(failpoint: string, time: number): { died: Promise<void>; wakeUp(): void } {
  let reached = 0;
  const standing = Promise.withResolvers<void>();
  const dead = Promise.withResolvers<void>();
  armFailpoints((name) => {
    if (name !== failpoint || (reached += 1) !== time) return undefined;
    dead.resolve();
    return standing.promise;
  });
  const died = dead.promise.then(() =>
    stack.tables.asAdmin(`UPDATE identity.ls1_migration SET lease_until = '-infinity'`),
  );
  return { died: died.then(() => undefined), wakeUp: () => standing.resolve() };
}

/** Waits until an attempt of the migration has failed; the migration then waits for its next attempt. */
export const stumbled = (kind: Ls1Kind): Promise<void> =>
  eventually(async () => expect((await standing(kind))?.fault).not.toBeNull(), 20_000);
