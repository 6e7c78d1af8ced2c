import { createHmac } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database, DatabaseModule, sql } from '@portal/infra/db';
import { Handle, vouch, type Call } from '@portal/infra/rpc';
import { testActor, testConfig, testService, type TestService } from '@portal/infra/testing';
import { contracts } from '@portal/proto/rpc/registry';
import { ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { rpc } from '@portal/proto/rpc/contract';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import * as z from 'zod/mini';
import { whyRefused } from '../src/rpc/permission.js';
import { readVoucher } from '../src/rpc/voucher.js';

const { keys } = testConfig();
const viewing: Actor = { ...testActor({ role: 'USER' }), viewing: true };
const terms = { input: z.object({ id: z.int() }), output: z.object({}), errors: [] } as const;
const note = rpc('trial-visits.note.v1', { ...terms, inView: 'READS' });
const leave = rpc('trial-visits.leave.v1', { ...terms, inView: 'ENDS' });
const save = rpc('trial-visits.save.v1', terms);

class CreateVisits202611210900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE visit (county_id text, id int, PRIMARY KEY (county_id, id))');
    await runner.query(sql.forceRowLevelSecurity('trial_visits', 'visit'));
    await runner.query(sql.grantTable('trial_visits', 'visit', 'app', 'SELECT, INSERT'));
  }

  async down(): Promise<void> {}
}

const tables = { service: 'trial-visits', migrations: [CreateVisits202611210900], entities: [] };

/** A service whose commands all write. */
@Controller()
class Notes {
  constructor(private readonly database: Database) {}

  @Handle(note)
  async note({ id }: { id: number }, { actor }: Call) {
    await this.database.withCounty(actor.county, (tx) =>
      tx.run('INSERT INTO visit VALUES ($1, $2)', [actor.county, id]),
    );
    return ok({});
  }

  @Handle(leave)
  leave(input: { id: number }, call: Call) {
    return this.note(input, call);
  }

  @Handle(save)
  save(input: { id: number }, call: Call) {
    return this.note(input, call);
  }
}

@Module({ imports: [DatabaseModule.forService(tables)], controllers: [Notes] })
class NotesModule {}

describe('when staff in an account view send commands to a service', () => {
  let stack: TestService;
  beforeAll(async () => {
    stack = await testService('trial-visits', NotesModule, { tables, contracts: [note, leave, save] });
  });
  afterAll(() => stack.close());

  const isSaved = async (id: number): Promise<boolean> =>
    (await stack.tables.asAdmin('SELECT 1 FROM trial_visits.visit WHERE id = $1', [id])).length > 0;

  test('S47 PostgreSQL refuses to write for a command that is declared as reading', async () => {
    expect((await stack.call(note, { id: 1 }, viewing)).ok).toBe(false);
    expect(await isSaved(1)).toBe(false);
  });

  test('after a refused write, a command of another user can write on the same connection', async () => {
    for (const id of [2, 3, 4]) {
      expect((await stack.call(note, { id: 100 + id }, viewing)).ok).toBe(false);
      expect((await stack.call(note, { id }, testActor({ role: 'USER' }))).ok).toBe(true);
      expect(await isSaved(id)).toBe(true);
    }
  });

  test('S47 a command that is not declared for account views is refused, but the command that ends the view is accepted', async () => {
    expect((await stack.call(save, { id: 5 }, viewing)).ok).toBe(false);
    expect(await isSaved(5)).toBe(false);
    expect((await stack.call(leave, { id: 6 }, viewing)).ok).toBe(true);
    expect(await isSaved(6)).toBe(true);
  });
});

describe('S47 the contracts that staff may use in an account view', () => {
  const header = { caller: 'gateway' } as Parameters<typeof whyRefused>[1]['header'];
  const isOpen = (contract: (typeof contracts)[number]): boolean =>
    whyRefused(contract, { header, actor: { ...viewing, voucher: 'v' } }) === undefined;

  test('are those that only read, and the others that this test lists', () => {
    const more = contracts.filter((contract) => isOpen(contract) && !contract.reads);
    expect(more.map(({ name }) => name).sort()).toEqual([
      'identity.end-account-view.v1',
      'identity.list-account-codes.v1',
      'identity.list-user-codes.v1',
      'identity.list-usernames.v1',
      'identity.sign-out-everywhere.v1',
      'identity.sign-out.v1',
      'imaging.update-preview-settings.v1',
      'payments.compute-order.v1',
      'payments.get-transaction-totals.v1',
      'payments.list-purchases.v1',
      'payments.list-spending.v1',
    ]);
  });

  test('include none that charge, pay, hold money, download or begin a view', () => {
    for (const name of [
      ...['payments.charge-search.v1', 'payments.pay-order.v1', 'payments.open-download.v1'],
      ...['payments.recompute-order.v1', 'identity.begin-account-view.v1', 'identity.save-user.v1'],
    ]) {
      const contract = contracts.find((each) => each.name === name);
      expect([name, contract && isOpen(contract)]).toEqual([name, false]);
    }
  });
});

test('S47 a voucher for an account view is not accepted as a user’s own, not even by a process of an earlier version', () => {
  const now = Date.parse('2026-03-02T15:00:00Z');
  /**
   * True if a process of an earlier version would accept the voucher. Such a process checks a proof that covers only
   * the time and the actor of the voucher.
   */
  const convincesEarlier = (voucher = ''): boolean => {
    const [until = '', proofs = ''] = voucher.split(' ');
    const json = voucher.slice(until.length + proofs.length + 2);
    const [key] = keys.between('identity', 'search', 'voucher');
    const proof = createHmac('sha256', key).update(`${until} ${json}`).digest().subarray(0, 16);
    return proofs.split(',').includes(`search:${proof.toString('base64url')}`);
  };
  const seen = vouch(keys, viewing, now).voucher ?? '';
  const own = vouch(keys, testActor({ role: 'USER' }), now).voucher ?? '';
  expect(readVoucher(keys, 'search', seen, now).viewing).toBe(true);
  expect(readVoucher(keys, 'search', own, now).viewing).toBeUndefined();
  expect([convincesEarlier(own), convincesEarlier(seen)]).toEqual([true, false]);
});
