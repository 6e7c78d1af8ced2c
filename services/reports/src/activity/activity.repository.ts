import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { purgeAfterDays } from '@portal/proto/config/settings.rules';
import type { AuditRecord } from '../audit/audit.rules.js';
import { newest, type Customer, type Learned, type Person } from './activity.rules.js';

/** The minimum age in milliseconds of a purged record: the database protects the records of the last 59 days. */
const NEVER_PURGED_MS = (purgeAfterDays.auditLog - 1) * 24 * 60 * 60_000;

const columns = [
  ...(['fact', 'part', 'at', 'log', 'kind', 'user', 'account', 'subject'] as const),
  ...(['pages', 'charged', 'credited', 'images', 'escrow'] as const),
] as const;

/**
 * Writes the tables of the reports. The result is the same if an event is written twice or if events are written in a
 * different order.
 */
@Injectable()
export class ActivityRepository {
  async learn(tx: Tx, learned: readonly Learned[]): Promise<void> {
    await this.insertActivities(tx, learned);
    await this.savePeople(
      tx,
      learned.flatMap(({ person }) => person ?? []),
    );
    await this.saveCustomers(
      tx,
      learned.flatMap(({ customer }) => customer ?? []),
    );
  }

  /**
   * Returns the ids of the events whose records a purge has removed. When staff retries such an event, its line must
   * not come back: its escrow was carried forward and would count twice. An old event that is not in the audit log yet
   * also counts as purged; `ActivityRefill` adds its line once the log has the event. If one of the events is old, this
   * function also locks the progress, so that no purge removes lines until the transaction ends.
   */
  async findPurged(tx: Tx, events: readonly Pick<AuditRecord, 'eventId' | 'at'>[]): Promise<Set<string>> {
    const youngest = Date.now() - NEVER_PURGED_MS;
    const old = events.filter(({ at }) => at.getTime() < youngest);
    if (old.length === 0) return new Set();
    await this.lockProgress(tx);
    const rows = await tx.rows<{ id: string }>(
      `SELECT old.id FROM unnest($2::uuid[], $3::timestamptz[]) AS old (id, at)
        WHERE old.at < (SELECT max(older_than) FROM audit_purge WHERE county_id = $1 AND deleted > 0)
          AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.county_id = $1 AND l.event_id = old.id)`,
      [tx.countyId, old.map(({ eventId }) => eventId), old.map(({ at }) => at)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Returns the number of the last row of the audit log up to which the tables are complete, and locks it until the
   * transaction ends. Whoever adds or removes lines of old records holds this lock; otherwise a slow process could add
   * the line of a record that was purged after the process had read it.
   */
  async lockProgress(tx: Tx): Promise<bigint> {
    const found = await tx.row<{ seq: string }>(
      `INSERT INTO activity_progress AS p (county_id, seq) VALUES ($1, 0)
       ON CONFLICT (county_id) DO UPDATE SET seq = p.seq RETURNING seq`,
      [tx.countyId],
    );
    return BigInt(found?.seq ?? 0);
  }

  async moveProgress(tx: Tx, seq: bigint): Promise<void> {
    await tx.run(
      `INSERT INTO activity_progress AS p (county_id, seq) VALUES ($1, $2)
       ON CONFLICT (county_id) DO UPDATE SET seq = greatest(p.seq, excluded.seq)`,
      [tx.countyId, String(seq)],
    );
  }

  private async insertActivities(tx: Tx, learned: readonly Learned[]): Promise<void> {
    const activities = learned.flatMap((each) => each.activities);
    if (activities.length === 0) return;
    await tx.run(
      `INSERT INTO activity (county_id, fact, part, at, log, kind, source, user_id, account_id, subject, pages, charged,
                             credited, images, escrow)
       SELECT $1, fact, part, at, log, kind, 'FIVE', user_id, account_id, subject, pages, charged, credited, images, escrow
         FROM unnest($2::uuid[], $3::smallint[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[],
                     $9::text[], $10::int[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[])
           AS told (fact, part, at, log, kind, user_id, account_id, subject, pages, charged, credited, images, escrow)
        ORDER BY fact, part ON CONFLICT DO NOTHING`,
      [tx.countyId, ...columns.map((column) => activities.map((activity) => activity[column]))],
    );
    // a user without a known name gets a row too, because lists sorted by username are read from this table
    await tx.run(
      `INSERT INTO person (county_id, user_id, username, account_id, at, fact)
       SELECT $1, user_id, '', '', 'epoch', '00000000-0000-0000-0000-000000000000'
         FROM unnest($2::text[]) AS seen (user_id) ORDER BY user_id ON CONFLICT DO NOTHING`,
      [tx.countyId, [...new Set(activities.map(({ user }) => user))]],
    );
  }

  private async savePeople(tx: Tx, people: readonly Person[]): Promise<void> {
    const rows = newest(people, ({ user }) => user);
    if (rows.length === 0) return;
    await tx.run(
      `INSERT INTO person AS p (county_id, user_id, username, account_id, at, fact)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::uuid[])
           AS told (user_id, username, account_id, at, fact) ORDER BY user_id
       ON CONFLICT (county_id, user_id) DO UPDATE
          SET username = excluded.username, account_id = excluded.account_id, at = excluded.at, fact = excluded.fact
        WHERE (p.at, p.fact) < (excluded.at, excluded.fact)`,
      [
        tx.countyId,
        ...(['user', 'username', 'account', 'at', 'fact'] as const).map((column) =>
          rows.map((row) => row[column]),
        ),
      ],
    );
  }

  private async saveCustomers(tx: Tx, customers: readonly Customer[]): Promise<void> {
    const rows = newest(customers, ({ account }) => account);
    if (rows.length === 0) return;
    const values = ['account', 'name', 'accountType', 'paymentMethod', 'at', 'fact'] as const;
    await tx.run(
      `INSERT INTO customer AS c (county_id, account_id, name, account_type, payment_method, at, fact)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::uuid[])
           AS told (account_id, name, account_type, payment_method, at, fact) ORDER BY account_id
       ON CONFLICT (county_id, account_id) DO UPDATE
          SET name = excluded.name, account_type = excluded.account_type, payment_method = excluded.payment_method,
              at = excluded.at, fact = excluded.fact
        WHERE (c.at, c.fact) < (excluded.at, excluded.fact)`,
      [tx.countyId, ...values.map((column) => rows.map((row) => row[column]))],
    );
  }
}
