import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Tx } from '@portal/infra/db';
import { eventually, testDatabase, type TestDatabase } from '@portal/infra/testing';
import fc from 'fast-check';
import { BalanceRepository } from '../src/balances/balance.repository.js';
import { overrideLines, purchaseLines, type NewEntry } from '../src/ledger/entry.rules.js';
import { ClosedAccountRepository } from '../src/ledger/closed-account.repository.js';
import { HoldRepository } from '../src/ledger/hold.repository.js';
import { escrowOf } from '../src/ledger/ledger-account.js';
import { LedgerRepository } from '../src/ledger/ledger.repository.js';
import { EntryMismatch, LedgerService, NotCovered } from '../src/ledger/ledger.service.js';
import { tables } from '../src/tables.js';
import { brokenInvariants, invariants } from './invariants.js';

let db: TestDatabase;
const accounts = new LedgerRepository();
const ledger = new LedgerService(accounts, new ClosedAccountRepository());
const holds = new HoldRepository();
const balances = new BalanceRepository();

beforeAll(async () => {
  const ownStatements = [/op_type = 'TEST'/, /^SELECT count/];
  db = await testDatabase(tables, { poolSize: 8, ownStatements });
});
afterAll(() => db.close());

const inLake = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.withCounty('lake', work);

const entry = (over: Partial<NewEntry> = {}): NewEntry => ({
  opType: 'OVERRIDE',
  opKey: randomUUID(),
  lines: overrideLines(randomUUID(), 'USD', 100n),
  actor: 'user:test',
  correlationId: 'test',
  ...over,
});

const timesPosted = async ({ opKey }: NewEntry): Promise<number | undefined> => {
  const counted = 'SELECT count(*)::int AS times FROM payments.journal_entry WHERE op_key = $1';
  return (await db.asAdmin<{ times: number }>(counted, [opKey]))[0]?.times;
};

describe('a ledger entry', () => {
  test('is posted once when its operation is repeated', async () => {
    const once = entry();
    expect(await inLake((tx) => ledger.post(tx, once))).toBe(true);
    expect(await inLake((tx) => ledger.post(tx, once))).toBe(false);
    expect(await timesPosted(once)).toBe(1);
  });

  test('is posted only once when 20 processes post it simultaneously', async () => {
    const once = entry();
    const posted = await Promise.all(Array.from({ length: 20 }, () => inLake((tx) => ledger.post(tx, once))));
    expect(posted.filter(Boolean)).toHaveLength(1);
    expect(await timesPosted(once)).toBe(1);
  });

  test('is refused when its operation already has an entry with other lines', async () => {
    const once = entry();
    await inLake((tx) => ledger.post(tx, once));
    const other = { ...once, lines: overrideLines(randomUUID(), 'USD', 100n) };
    await expect(inLake((tx) => ledger.post(tx, other))).rejects.toThrow(EntryMismatch);
  });

  test('is refused as a whole when it would take a balance below zero', async () => {
    const account = randomUUID();
    const purchase = { funding: 'ESCROW', account, amount: 1n, held: 0n, unlimited: false } as const;
    const key = randomUUID();
    const post = inLake((tx) =>
      ledger.post(tx, entry({ opType: 'ORDER', opKey: key, lines: purchaseLines(purchase) })),
    );
    await expect(post).rejects.toThrow(NotCovered);
    expect(await db.asAdmin('SELECT 1 FROM payments.journal_entry WHERE op_key = $1', [key])).toEqual([]);
  });

  test('is refused before it is written when its lines do not sum to zero', async () => {
    const [line] = overrideLines(randomUUID(), 'USD', 100n);
    if (!line) throw new Error('no line');
    await expect(inLake((tx) => ledger.post(tx, entry({ lines: [line, line] })))).rejects.toThrow(
      'does not balance',
    );
  });
});

describe('an account that is closed', () => {
  const closed = new ClosedAccountRepository();

  test.each(['ESCROW', 'FLAT_FEE', 'INVOICE'] as const)('gets no entry paid by %s', async (funding) => {
    const account = randomUUID();
    await inLake(async (tx) => {
      await closed.lock(tx, account);
      await closed.close(tx, account);
    });
    const purchase = { funding, account, amount: 1n, held: 0n, unlimited: true } as const;
    const post = inLake((tx) =>
      ledger.post(
        tx,
        entry({ opType: 'ORDER', opKey: randomUUID(), account, lines: purchaseLines(purchase) }),
      ),
    );
    await expect(post).rejects.toThrow('closed');
  });

  test('S21 is closed only after every transaction that found it open has ended; later transactions find it closed', async () => {
    const account = randomUUID();
    const [found, finish] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
    const order: string[] = [];
    const paying = inLake(async (tx) => {
      found.resolve(await closed.isOpen(tx, account));
      await finish.promise;
      order.push('paid');
    });
    expect(await found.promise).toBe(true);
    const closing = inLake(async (tx) => {
      await closed.lock(tx, account);
      order.push('closed');
      await closed.close(tx, account);
    });
    const waiting = (): Promise<object[]> =>
      db.asAdmin(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    const late = inLake((tx) => closed.isOpen(tx, account));
    await eventually(async () => expect(await waiting()).toHaveLength(2));
    finish.resolve();
    await Promise.all([paying, closing]);
    expect(order).toEqual(['paid', 'closed']);
    expect(await late).toBe(false);
  });
});

describe('the database itself refuses', () => {
  const insertEntry = (lines: number) => `
    INSERT INTO journal_entry (id, county_id, op_type, op_key, line_count, request_hash, actor, correlation_id)
    VALUES ('${randomUUID()}', 'lake', 'TEST', '${randomUUID()}', ${lines}, '', 'test', 'test')`;

  test('an entry without lines', async () => {
    await expect(inLake((tx) => tx.run(insertEntry(2)))).rejects.toThrow('has 0 lines instead of 2');
  });

  test('an entry whose lines do not sum to zero', async () => {
    const broken = inLake(async (tx) => {
      await tx.run(insertEntry(2));
      const opened = await accounts.openAccounts(tx, [escrowOf(randomUUID()), escrowOf(randomUUID())]);
      await tx.run(
        `INSERT INTO posting (county_id, entry_id, line_no, ledger_account_id, asset, amount_minor)
         SELECT 'lake', (SELECT id FROM journal_entry WHERE op_type = 'TEST'), n, account, 'USD', 100
           FROM unnest($1::uuid[]) WITH ORDINALITY AS line (account, n)`,
        [[...opened.values()].map(({ id }) => id)],
      );
    });
    await expect(broken).rejects.toThrow('does not balance');
  });

  test('a line that is appended later', async () => {
    const whole = entry();
    await inLake((tx) => ledger.post(tx, whole));
    const append = inLake((tx) =>
      tx.run(
        `INSERT INTO posting (county_id, entry_id, line_no, ledger_account_id, asset, amount_minor)
         SELECT p.county_id, p.entry_id, p.line_no + 10, p.ledger_account_id, p.asset, p.amount_minor
           FROM posting p JOIN journal_entry e ON e.id = p.entry_id WHERE e.op_key = $1`,
        [whole.opKey],
      ),
    );
    await expect(append).rejects.toThrow('has 4 lines instead of 2');
  });

  test('a line whose asset differs from that of its account', async () => {
    const mixed = inLake(async (tx) => {
      await tx.run(insertEntry(2));
      const opened = await accounts.openAccounts(tx, [escrowOf(randomUUID())]);
      await tx.run(
        `INSERT INTO posting (county_id, entry_id, line_no, ledger_account_id, asset, amount_minor)
         SELECT 'lake', (SELECT id FROM journal_entry WHERE op_type = 'TEST'), 1, $1, 'IMG', 1`,
        [[...opened.values()][0]?.id],
      );
    });
    await expect(mixed).rejects.toThrow('foreign key');
  });

  test.each([
    'UPDATE journal_entry SET actor = $1',
    'DELETE FROM journal_entry WHERE actor = $1',
    'DELETE FROM posting WHERE asset = $1',
  ])('a change of what was posted: %s', async (statement) => {
    await expect(inLake((tx) => tx.run(statement, ['x']))).rejects.toThrow('permission denied');
  });

  test('to return the rows of another county, and to return any row to a query without a county', async () => {
    await inLake((tx) => ledger.post(tx, entry()));
    const count = 'SELECT count(*)::int AS n FROM journal_entry';
    const elsewhere = await db.database.withCounty('saipan', (tx) => tx.row<{ n: number }>(count));
    expect(elsewhere?.n).toBe(0);
    expect(await db.database.query(count)).toEqual([{ n: 0 }]);
  });
});

/**
 * A step of a purchase, or a change of a balance. As in the service, a purchase has two steps: first the hold, then the
 * capture or the void.
 */
type Step =
  | { kind: 'give'; account: number; amount: number }
  | { kind: 'hold'; account: number; amount: number }
  | { kind: 'capture'; pick: number; share: number }
  | { kind: 'void'; pick: number };

const account = fc.nat({ max: 2 });
const amount = fc.integer({ min: 1, max: 300 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('give' as const), account, amount: fc.nat({ max: 500 }) }),
  fc.record({ kind: fc.constant('hold' as const), account, amount }),
  fc.record({
    kind: fc.constant('capture' as const),
    pick: fc.nat(),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ kind: fc.constant('void' as const), pick: fc.nat() }),
);

/** Runs steps against the ledger and against plain arithmetic; both must agree at the end. */
class Model {
  private readonly owners = [randomUUID(), randomUUID(), randomUUID()];
  private readonly posted = [0, 0, 0];
  private readonly open: { order: string; account: number; amount: number }[] = [];

  async run(next: Step): Promise<void> {
    if (next.kind === 'give') return this.give(next.account, next.amount);
    if (next.kind === 'hold') return this.hold(next.account, next.amount);
    const [picked] = this.open.splice(next.pick % Math.max(1, this.open.length), 1);
    if (!picked) return;
    if (next.kind === 'void') await inLake((tx) => holds.release(tx, picked.order, 'VOIDED'));
    else await this.capture(picked, Math.max(1, Math.floor((picked.amount * next.share) / 100)));
  }

  async check(): Promise<void> {
    for (const [index, owner] of this.owners.entries()) {
      const found = await inLake((tx) => balances.find(tx, owner, 'USD'));
      expect(Number(found?.posted ?? 0)).toBe(this.posted[index]);
      expect(Number(found?.available ?? 0)).toBe((this.posted[index] ?? 0) - this.heldOf(index));
    }
  }

  private heldOf(of: number): number {
    return this.open.filter((hold) => hold.account === of).reduce((sum, hold) => sum + hold.amount, 0);
  }

  private async give(to: number, target: number): Promise<void> {
    const delta = target - (this.posted[to] ?? 0);
    if (delta === 0) return;
    const lines = overrideLines(this.owners[to] ?? '', 'USD', BigInt(delta));
    const covered = target >= this.heldOf(to);
    const post = inLake((tx) => ledger.post(tx, entry({ lines })));
    if (!covered) return expect(post).rejects.toThrow(NotCovered);
    await post;
    this.posted[to] = target;
  }

  private async hold(of: number, wanted: number): Promise<void> {
    const order = randomUUID();
    const placed = await inLake(async (tx) => {
      const account = escrowOf(this.owners[of] ?? '');
      await accounts.openAccounts(tx, [account]);
      return holds.place(tx, {
        account,
        orderId: order,
        amount: BigInt(wanted),
        expiresAt: new Date(),
      });
    });
    expect(placed).toBe((this.posted[of] ?? 0) - this.heldOf(of) >= wanted);
    if (placed) this.open.push({ order, account: of, amount: wanted });
  }

  private async capture(
    held: { order: string; account: number; amount: number },
    part: number,
  ): Promise<void> {
    const owner = this.owners[held.account] ?? '';
    await inLake(async (tx) => {
      const release = await holds.capture(tx, held.order, BigInt(part));
      const terms = {
        funding: 'ESCROW',
        account: owner,
        amount: BigInt(part),
        held: release,
        unlimited: false,
      } as const;
      await ledger.post(tx, entry({ opType: 'ORDER', opKey: held.order, lines: purchaseLines(terms) }));
    });
    this.posted[held.account] = (this.posted[held.account] ?? 0) - part;
  }
}

test('invariants I1 to I4 hold however amounts are given, held, captured and voided, in any order', async () => {
  const ledgerInvariants = invariants.filter(({ id }) => ['I1', 'I2', 'I3', 'I4'].includes(id));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const model = new Model();
      for (const next of steps) await model.run(next);
      await model.check();
      expect(await brokenInvariants(db.asAdmin, ledgerInvariants)).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 60_000);
