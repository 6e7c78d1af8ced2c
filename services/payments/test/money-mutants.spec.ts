import { afterEach, expect, test } from '@jest/globals';
import { Database, type Tx } from '@portal/infra/db';
import type { ProviderTransaction } from '../src/cards/card-provider.js';
import * as fc from 'fast-check';
import { isWithOffice } from '../src/balances/with-office.sql.js';
import { FilingChargeRepository } from '../src/filing-charges/filing-charge.repository.js';
import { FilingLedger } from '../src/filings/filing-ledger.js';
import { MemoryCards } from './memory-cards.js';
import { AT_ONCE, moneyAddsUp } from './money-steps.js';
import { MoneyWorlds } from './money-worlds.js';

/**
 * Each test removes one guard of the service. The property that money adds up must then fail within this many runs,
 * because a property that has never failed proves nothing.
 */
const MOST_RUNS = 200;

const ONCE = 'INSERT INTO closed_account (county_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';

let worlds: MoneyWorlds;
afterEach(() => worlds.close());

/**
 * Edits the statements that the service sends to the database. `sql` removes a guard of the database that would stop
 * the edited statements.
 */
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
  last: (statement, params) => tx.last(edit(statement), params),
  repository: (entity) => tx.repository(entity),
});

/** @returns the violation that the property found; '' when it found none */
async function findOut(): Promise<string> {
  const seed = Number(process.env['MONEY_SEED'] || 1);
  const found = await fc.check(moneyAddsUp(worlds), { numRuns: MOST_RUNS, seed, endOnFailure: true });
  const sequences = found.numRuns * AT_ONCE;
  process.stdout.write(`${expect.getState().currentTestName ?? ''}: ${sequences} sequences\n`);
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

/** Repeats a capture without first asking for the outcome of an earlier capture. */
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

/** Hides refunds when the portal looks for them, so that it requests a refund again if the first answer was lost. */
class ForgottenRefunds extends MemoryCards {
  override async findByReference(county: string, refId: string): Promise<string[]> {
    const found = await super.findByReference(county, refId);
    return found.filter((id) => this.book.get(id)?.refundOf === null);
  }
}

test('the checks detect card money that goes back twice', async () => {
  worlds = await MoneyWorlds.start((clock) => new ForgottenRefunds(clock));
  expect(await findOut()).toContain('I8 more of');
}, 300_000);

test('the checks detect a filing that is sent without its payment', async () => {
  await breakStatements([], undefined);
  const service = worlds.payments.replicas[0]?.get(FilingChargeRepository);
  if (!service) throw new Error('no replica');
  const lock = service.lock.bind(service);
  // Pretends that a card paid for each filing.
  service.lock = async (tx, id) => {
    const found = await lock(tx, id);
    return found && { ...found, attemptId: found.attemptId ?? found.id };
  };
  expect(await findOut()).toContain('I8 what cards have paid for filings');
}, 300_000);

test('the checks detect an operation that is posted to the ledger twice', async () => {
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

/**
 * Matches the messages about an account that was closed too early: I16 is broken, or the ledger refuses to post for the
 * closed account.
 */
const isClosedTooEarly = /I16 no purchase|of an account that is closed/;

test.each([
  ['the office has its document', `AND ${isWithOffice}`, 'AND false'],
  [
    'a fee that was taken early can still go back',
    `(state = 'TAKEN' AND decided_at IS NULL AND charge_when = 'SUBMITTED')`,
    'false',
  ],
  ['a document that a card has paid is not sent', `(state = 'PRICED' AND attempt_id IS NOT NULL)`, 'false'],
  [
    'card money is on its way back',
    'AND account_id = ANY ($2::uuid[]) AND next_try_at IS NOT NULL',
    'AND false AND $2 <> $2',
  ],
])(
  'the checks detect an account that is closed while %s',
  async (_when, from, to) => {
    await breakStatements([[from, to]]);
    expect(await findOut()).toMatch(isClosedTooEarly);
  },
  300_000,
);

test('the checks detect a second card payment that takes the place of the first', async () => {
  await breakStatements([
    [
      `AND state = 'PRICED' AND funding = 'CREDIT_CARD' AND attempt_id IS NULL`,
      `AND funding = 'CREDIT_CARD'`,
    ],
  ]);
  expect(await findOut()).toContain('I8 a card payment of a filing pays for one');
}, 300_000);

test('the checks detect the refund of a card payment that now pays for the correction of a filing', async () => {
  worlds = await MoneyWorlds.start();
  const money = worlds.payments.replicas[0]?.get(FilingLedger);
  if (!money) throw new Error('no replica');
  const giveBack = money.giveBack.bind(money);
  money.giveBack = (tx, charge) => giveBack(tx, charge);
  expect(await findOut()).toContain('I8 a fee by card that is set aside or taken');
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
