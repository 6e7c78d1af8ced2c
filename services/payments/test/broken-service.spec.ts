import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Tx } from '@portal/infra/db';
import { computeOrder, payOrder } from '@portal/proto/rpc/payments';
import { EntitlementRepository, type Grant } from '../src/entitlements/entitlement.repository.js';
import type { NewEntry } from '../src/ledger/entry.rules.js';
import { HoldRepository, type NewHold } from '../src/ledger/hold.repository.js';
import { LedgerRepository, type WrittenEntry } from '../src/ledger/ledger.repository.js';
import { LedgerService } from '../src/ledger/ledger.service.js';
import { brokenInvariants } from './invariants.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

/**
 * Each test removes one safeguard of the service. As long as the database has a constraint of the same purpose, nothing
 * goes wrong. Without the constraint, the checker finds a broken invariant. So both the constraint and the checker are
 * needed.
 */

/** Reserves money for an order without checking the balance. */
class CarelessHolds extends HoldRepository {
  override async place(tx: Tx, { account, orderId, amount, expiresAt }: NewHold): Promise<boolean> {
    await tx.run(
      `WITH reserved AS (
         UPDATE account_balance SET held_minor = held_minor + $4
          WHERE ledger_account_id = (SELECT id FROM ledger_account WHERE county_id = $1 AND kind = $2 AND owner_account_id = $3)
         RETURNING ledger_account_id)
       INSERT INTO hold (id, county_id, ledger_account_id, order_id, amount_minor, state, expires_at)
       SELECT $5, $1, ledger_account_id, $6, $4, 'PENDING', $7 FROM reserved`,
      [tx.countyId, account.kind, account.owner, String(amount), randomUUID(), orderId, expiresAt],
    );
    return true;
  }
}

/** Grants pages without checking whether the account has them. */
class CarelessEntitlements extends EntitlementRepository {
  override async grant(tx: Tx, grant: Grant): Promise<number[]> {
    await tx.run(
      `INSERT INTO entitlement (county_id, account_id, doc_key, doc_version, order_id, page)
       SELECT $1, $2, $3, $4, $5, page FROM unnest($6::int[]) AS bought (page)`,
      [
        tx.countyId,
        grant.accountId,
        grant.documentKey,
        grant.documentVersion,
        grant.orderId,
        [...grant.pages],
      ],
    );
    return [...grant.pages];
  }
}

/** Inserts entries without checking whether the operation already has an entry. */
class CarelessLedger extends LedgerRepository {
  override insertEntry(tx: Tx, entry: NewEntry, hash: Buffer): Promise<WrittenEntry | undefined> {
    const asked = 'ON CONFLICT ON CONSTRAINT journal_entry_operation DO NOTHING';
    const rows = <R extends object>(statement: string, params?: readonly unknown[]): Promise<R[]> =>
      tx.rows<R>(statement.replace(asked, ''), params);
    return super.insertEntry({ ...tx, rows }, entry, hash);
  }
}

/** Posts every entry twice. */
class EagerLedger extends LedgerService {
  override async post(tx: Tx, entry: NewEntry): Promise<boolean> {
    const lines = entry.lines.map(({ account, amount }) => ({ account, amount }));
    const posted = await super.post(tx, entry);
    await super.post(tx, { ...entry, lines });
    return posted;
  }
}

const mutants = {
  holds: [{ provide: HoldRepository, useClass: CarelessHolds }],
  entitlements: [{ provide: EntitlementRepository, useClass: CarelessEntitlements }],
  twice: [{ provide: LedgerService, useClass: EagerLedger }],
  twiceUnasked: [
    { provide: LedgerService, useClass: EagerLedger },
    { provide: LedgerRepository, useClass: CarelessLedger },
  ],
};

let payments: PaymentsUnderTest;
afterEach(() => payments.close());

/**
 * Runs ten concurrent purchases of one account. `same`: all of them buy the same page. Returns how many were paid, and
 * the invariants that are broken.
 */
async function buyTen(mutant: keyof typeof mutants, funds: number, o: { same: boolean; without?: string }) {
  payments = await startPayments({
    providers: mutants[mutant],
    // exempts all statements from the check of query plans, because some would use the removed index
    ...(o.without ? { database: { ownStatements: [/./] } } : {}),
  });
  if (o.without) await payments.database.asAdmin(o.without);
  const payer = newPayer();
  await payments.give(payer.account, 'USD', funds);
  const price = async (n: number) => {
    const request = {
      documentKey: o.same ? 'A1' : `A${n}`,
      pageSelectionMethod: 'CSV_PAGES' as const,
      pagesSelected: '1',
    };
    return (await payments.rpc.callOrThrow(computeOrder, request, { actor: payer })).imageStateGuid;
  };
  const guids = await Promise.all(Array.from({ length: 10 }, (_, n) => price(n)));
  const answers = await Promise.all(
    guids.map((imageStateGuid) => payments.rpc.call(payOrder, { imageStateGuid }, { actor: payer })),
  );
  const paid = answers.filter((answer) => answer.ok && answer.value.status === 'PAID').length;
  return {
    paid,
    broken: (await brokenInvariants(payments.database.asAdmin)).map((text) => text.slice(0, 2)),
  };
}

describe('a reservation without a check of the balance', () => {
  test('is stopped by the CHECK constraint of the balance', async () => {
    const { paid, broken } = await buyTen('holds', 200, { same: false });
    expect({ paid, broken }).toEqual({ paid: 1, broken: [] });
  });

  test('overdraws the account if the CHECK constraint is missing too, and invariant I4 reports this', async () => {
    const without = 'ALTER TABLE payments.account_balance DROP CONSTRAINT account_balance_covered';
    const { broken } = await buyTen('holds', 200, { same: false, without });
    expect(broken).toContain('I4');
  });
});

describe('a grant of pages that does not check which pages the account has', () => {
  test('is stopped by the unique key of active pages', async () => {
    const { paid, broken } = await buyTen('entitlements', 10_000, { same: true });
    expect({ paid, broken }).toEqual({ paid: 1, broken: [] });
  });

  test('charges pages twice if the unique key is also missing, and invariant I7 reports this', async () => {
    const without = 'DROP INDEX payments.entitlement_active';
    expect((await buyTen('entitlements', 10_000, { same: true, without })).broken).toContain('I7');
  });
});

describe('a ledger entry that is posted twice', () => {
  test('is stopped by the unique key of its operation', async () => {
    const { paid, broken } = await buyTen('twice', 10_000, { same: false });
    expect({ paid, broken }).toEqual({ paid: 10, broken: [] });
  });

  test('charges an order twice if the unique key is missing, and invariant I5 reports this', async () => {
    const without = 'ALTER TABLE payments.journal_entry DROP CONSTRAINT journal_entry_operation';
    expect((await buyTen('twiceUnasked', 10_000, { same: false, without })).broken).toContain('I5');
  });
});
