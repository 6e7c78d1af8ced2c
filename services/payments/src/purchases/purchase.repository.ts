import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Purchase, PurchaseKind, Spending } from '@portal/proto/rpc/payments';
import type { Buyer } from './purchase.rules.js';

interface PurchaseRow {
  kind: PurchaseKind;
  id: string;
  at: Date;
  user_id: string;
  document: { documentKey: string; displayDocNumber: string; instrumentDescription: string } | null;
  pages: number[];
  already_purchased: number[];
  images: string | null;
  funding: Purchase['funding'];
  asset: Purchase['asset'];
  charged: string;
  surcharge: string;
  card_transaction: string | null;
  guid: string | null;
  reference: string | null;
}

/** Returns the SQL condition that a row belongs to the buyer: $2 account, $3 user, $4 session. */
const own = (row: string, session: string): string =>
  `${row}.county_id = $1 AND ($2::uuid IS NULL OR ${row}.account_id = $2)
     AND ($3::text IS NULL OR ${row}.user_id = $3) AND ($4::text IS NULL OR ${session}.session_id = $4)`;

const ORDERS = `
  SELECT 'ORDER' AS kind, o.id, o.closed_at AS at, o.user_id, o.document, o.pages, o.already_purchased,
         NULL::bigint AS images, o.funding, o.asset, coalesce(o.charged_minor, 0) AS charged, 0::bigint AS surcharge,
         NULL AS card_transaction, o.image_state_id AS guid, r.reference
    FROM download_order o
    JOIN image_state s ON s.county_id = o.county_id AND s.id = o.image_state_id
    LEFT JOIN client_reference r ON r.county_id = o.county_id AND r.image_state_id = o.image_state_id
   WHERE o.state IN ('PAID', 'DELIVERED') AND ${own('o', 's')}`;

/** The condition on the transaction number makes PostgreSQL use the index of an account's deposits. */
const DEPOSITS = `
  SELECT 'DEPOSIT', t.id, t.verified_at, t.user_id, NULL::jsonb, '{}'::int[], '{}'::int[], NULL::bigint, 'CREDIT_CARD',
         'USD', t.credit_minor, t.expected_minor - t.credit_minor, t.provider_txn_id, NULL::uuid, NULL
    FROM payment_attempt t
   WHERE t.purpose = 'DEPOSIT' AND t.provider_txn_id IS NOT NULL
     AND t.state IN ('CREDITED', 'SETTLED', 'REFUNDED', 'CHARGED_BACK') AND ${own('t', 't')}`;

const BUNDLES = `
  SELECT 'BUNDLE', a.id, a.closed_at, a.user_id, NULL::jsonb, '{}'::int[], '{}'::int[], a.images, a.funding, 'USD',
         a.cost_minor, 0::bigint, NULL, NULL::uuid, NULL
    FROM add_on a WHERE a.state = 'BOUGHT' AND ${own('a', 'a')}`;

const ALL = `${ORDERS} UNION ALL ${DEPOSITS} UNION ALL ${BUNDLES}`;

const toPurchase = (row: PurchaseRow): Purchase => ({
  kind: row.kind,
  id: row.id,
  at: row.at.toISOString(),
  userId: row.user_id,
  document: row.document && {
    documentKey: row.document.documentKey,
    displayDocNumber: row.document.displayDocNumber,
    instrumentDescription: row.document.instrumentDescription,
  },
  pages: row.pages,
  alreadyPurchased: row.already_purchased,
  images: row.images === null ? null : Number(row.images),
  funding: row.funding,
  asset: row.asset,
  charged: Number(row.charged),
  surcharge: Number(row.surcharge),
  cardTransaction: row.card_transaction,
  imageStateGuid: row.guid,
  clientReference: row.reference ?? '',
});

const params = (tx: Tx, { accountId, userId, sessionId }: Buyer): unknown[] => [
  tx.countyId,
  accountId,
  userId,
  sessionId,
];

/** Reads what a buyer or an account has bought: orders, deposits and bundles. */
@Injectable()
export class PurchaseRepository {
  async list(
    tx: Tx,
    buyer: Buyer,
    o: { reference: string | null; limit: number; offset: number },
  ): Promise<{ total: number; purchases: Purchase[] }> {
    const wanted = `FROM (${ALL}) p WHERE $5::text IS NULL OR upper(p.reference) = upper($5)`;
    const given = [...params(tx, buyer), o.reference];
    const rows = await tx.rows<PurchaseRow & { total: string }>(
      `SELECT p.*, count(*) OVER () AS total ${wanted} ORDER BY p.at DESC, p.id LIMIT $6 OFFSET $7`,
      [...given, o.limit, o.offset],
    );
    // a page past the end of the list has no row from which the total could be read
    const isPastEnd = rows.length === 0 && o.offset > 0;
    const [first] = isPastEnd
      ? await tx.rows<{ total: string }>(`SELECT count(*) AS total ${wanted}`, given)
      : rows;
    return { total: Number(first?.total ?? 0), purchases: rows.map(toPurchase) };
  }

  async find(tx: Tx, buyer: Buyer, kind: PurchaseKind, id: string): Promise<Purchase | undefined> {
    const row = await tx.row<PurchaseRow>(`SELECT * FROM (${ALL}) p WHERE p.kind = $5 AND p.id = $6`, [
      ...params(tx, buyer),
      kind,
      id,
    ]);
    return row && toPurchase(row);
  }

  /** True if the county's ledger has an entry for an order. */
  async hasSold(tx: Tx): Promise<boolean> {
    const row = await tx.row<{ id: string }>(
      `SELECT id FROM journal_entry WHERE county_id = $1 AND op_type = 'ORDER' LIMIT 1`,
      [tx.countyId],
    );
    return row !== undefined;
  }

  /** Adds up the orders by reference; orders without a reference come last. Pages bought before do not count again. */
  async spending(tx: Tx, buyer: Buyer, from: Date, until: Date): Promise<Spending[]> {
    const rows = await tx.rows<
      Record<'orders' | 'pages' | 'charged' | 'images', string> & { reference: string }
    >(
      `SELECT coalesce(max(reference), '') AS reference, count(*) AS orders,
              sum(cardinality(pages) - cardinality(already_purchased)) AS pages,
              coalesce(sum(charged) FILTER (WHERE asset = 'USD'), 0) AS charged,
              coalesce(sum(charged) FILTER (WHERE asset = 'IMG'), 0) AS images
         FROM (${ORDERS}) o WHERE at >= $5 AND at < $6
        GROUP BY upper(reference) ORDER BY upper(reference) NULLS LAST`,
      [...params(tx, buyer), from, until],
    );
    return rows.map(({ reference, orders, pages, charged, images }) => ({
      reference,
      orders: Number(orders),
      pages: Number(pages),
      charged: Number(charged),
      images: Number(images),
    }));
  }

  /**
   * Counts the searches and the views of details, which have no reference, and adds up their charges.
   * @param whose.actor the actor's id in the form that the ledger stores
   */
  async searches(
    tx: Tx,
    whose: { actor: string | null; account: string | null },
    from: Date,
    until: Date,
  ): Promise<{ count: number; charged: number }> {
    const row = await tx.row<{ count: string; charged: string | null }>(
      `SELECT count(*) AS count, sum(p.amount_minor) AS charged
         FROM journal_entry e JOIN posting p ON p.entry_id = e.id
         JOIN ledger_account a ON a.id = p.ledger_account_id AND a.kind = 'revenue_search'
        WHERE e.county_id = $1 AND e.op_type = 'SEARCH' AND e.posted_at >= $2 AND e.posted_at < $3
          AND ($4::text IS NULL OR e.actor = $4) AND ($5::uuid IS NULL OR e.account_id = $5)`,
      [tx.countyId, from, until, whose.actor, whose.account],
    );
    return { count: Number(row?.count ?? 0), charged: Number(row?.charged ?? 0) };
  }

  async setReference(tx: Tx, guid: string, reference: string, setBy: string, at: Date): Promise<void> {
    if (reference === '') {
      await tx.run('DELETE FROM client_reference WHERE county_id = $1 AND image_state_id = $2', [
        tx.countyId,
        guid,
      ]);
      return;
    }
    await tx.run(
      `INSERT INTO client_reference (county_id, image_state_id, reference, set_by, set_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (county_id, image_state_id) DO UPDATE SET reference = $3, set_by = $4, set_at = $5`,
      [tx.countyId, guid, reference, setBy, at],
    );
  }
}
