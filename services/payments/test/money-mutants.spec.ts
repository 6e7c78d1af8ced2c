import { afterEach, expect, test } from '@jest/globals';
import { Database, type Tx } from '@portal/infra/db';
import type { ProviderTransaction } from '../src/cards/card-provider.js';
import * as fc from 'fast-check';
import { MemoryCards } from './memory-cards.js';
import { moneyAddsUp } from './money-steps.js';
import { MoneyWorlds } from './money-worlds.js';

/**
 * Each test removes one guard of the service, and the property must detect it: a checker that has never failed proves
 * nothing.
 */
const MOST_RUNS = 200;

const ONCE = 'INSERT INTO closed_account (county_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';

let worlds: MoneyWorlds;
afterEach(() => worlds.close());

/** Changes statements on their way to the database, and removes the database's guards behind them. */
async function breakStatements(edits: readonly (readonly [string, string])[], sql?: string): Promise<void> {
  worlds = await MoneyWorlds.start();
  if (sql) await worlds.payments.database.asAdmin(sql);
  const database = worlds.payments.replicas[0]?.get(Database);
  if (!database) throw new Error('no replica');
  const edit = (statement: string): string =>
    edits.reduce((text, [from, to]) => text.replace(from, to), statement);
  const inCounty = database.withCounty.bind(database);
  database.withCounty = (county, work, o) => inCounty(county, (tx) => work(editing(tx, edit)), o);
}

const editing = (tx: Tx, edit: (statement: string) => string): Tx => ({
  countyId: tx.countyId,
  rows: (statement, params) => tx.rows(edit(statement), params),
  row: (statement, params) => tx.row(edit(statement), params),
  run: (statement, params) => tx.run(edit(statement), params),
  repository: (entity) => tx.repository(entity),
});

/** @returns the violation that the property found; '' when it found none */
async function findOut(): Promise<string> {
  const found = await fc.check(moneyAddsUp(worlds), { numRuns: MOST_RUNS, seed: 1, endOnFailure: true });
  return String(found.errorInstance ?? '');
}

test('the checks detect a card that is charged beyond its authorization', async () => {
  await breakStatements(
    [['AND used_minor + $2 <= authorized_minor', '']],
    'ALTER TABLE payments.card_authorization DROP CONSTRAINT card_authorization_covered',
  );
  expect(await findOut()).toContain('I4');
}, 300_000);

test('the checks detect spending from an authorization that is being closed', async () => {
  await breakStatements([
    ["WHERE id = $1 AND state = 'AUTHORIZED' AND used_minor", 'WHERE id = $1 AND used_minor'],
  ]);
  expect(await findOut()).toContain('I8 what was bought on a card');
}, 300_000);

/** Repeats a capture without first asking for the outcome of an earlier one. */
class UnaskedCards extends MemoryCards {
  override async fetchTransaction(county: string, id: string): Promise<ProviderTransaction | undefined> {
    const found = await super.fetchTransaction(county, id);
    return found?.mode === 'AUTH' && found.status === 'CAPTURED' ? { ...found, status: 'AUTHORIZED' } : found;
  }
}

test('the checks detect a capture that is repeated without asking the provider', async () => {
  worlds = await MoneyWorlds.start((clock) => new UnaskedCards(clock));
  expect(await findOut()).toContain('I12 an authorization is finished');
}, 300_000);

test('the checks detect an operation that is posted twice', async () => {
  await breakStatements(
    [
      ['ON CONFLICT ON CONSTRAINT journal_entry_operation DO NOTHING', ''],
      [
        'SELECT request_hash FROM journal_entry WHERE',
        'SELECT request_hash FROM journal_entry WHERE false AND',
      ],
    ],
    'ALTER TABLE payments.journal_entry DROP CONSTRAINT journal_entry_operation',
  );
  expect(await findOut()).toContain('I5 an operation is posted once');
}, 300_000);

test('the checks detect an account that is closed while somebody pays', async () => {
  await breakStatements([
    ['SELECT payments.account_is_open($1) AS open', 'SELECT $1::uuid IS NOT NULL AS open'],
    ['INSERT INTO closed_account (county_id, account_id) VALUES ($1, $2)', ONCE],
  ]);
  expect(await findOut()).toContain('I16');
}, 300_000);

test('the checks detect a reservation that ignores the balance', async () => {
  await breakStatements(
    [
      ['AND (allow_negative OR posted_minor - held_minor >= $2)', ''],
      ['AND (allow_negative OR posted_minor + $2 >= held_minor - $3)', ''],
    ],
    'ALTER TABLE payments.account_balance DROP CONSTRAINT account_balance_covered',
  );
  expect(await findOut()).toContain('I4 no balance');
}, 300_000);
