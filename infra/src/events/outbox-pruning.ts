import type { Database } from '../db/index.js';

/** How long the outbox keeps facts, so that they can be published again. */
export const KEPT = '7 days';
/**
 * How long a reader keeps its record of a fact. This is longer than the outbox keeps facts, so that the record still
 * exists when the oldest fact is replayed.
 */
const INBOX_KEPT = '9 days';
const BATCH = 5_000;

interface Counter {
  readonly county_id: string;
  readonly aggregate: string;
}

/** Deletes expired rows from a service's tables of facts, in batches. */
export class OutboxPruning {
  constructor(private readonly database: Database) {}

  async run(isStopping: () => boolean): Promise<void> {
    const outbox = `SELECT ctid FROM outbox WHERE published_at IS NOT NULL AND occurred_at < now() - interval '${KEPT}'`;
    const inbox = `SELECT ctid FROM inbox WHERE received_at < now() - interval '${INBOX_KEPT}'`;
    await this.deleteAll(`DELETE FROM outbox WHERE ctid IN (${outbox} LIMIT ${BATCH})`, isStopping);
    await this.deleteAll(`DELETE FROM inbox WHERE ctid IN (${inbox} LIMIT ${BATCH})`, isStopping);
    await this.deleteCounters(isStopping);
  }

  private async deleteAll(statement: string, isStopping: () => boolean): Promise<void> {
    while ((await this.database.asWorker((tx) => tx.run(statement))) === BATCH && !isStopping());
  }

  /**
   * Deletes the counters of aggregates, such as old orders, that have no fact in the outbox. A counter that another
   * transaction uses stays.
   */
  private async deleteCounters(isStopping: () => boolean): Promise<void> {
    let after: Counter | undefined = { county_id: '', aggregate: '' };
    while (after && !isStopping()) after = await this.deletePage(after);
  }

  /** @returns the last counter of a full page, after which the next page starts */
  private deletePage(after: Counter): Promise<Counter | undefined> {
    return this.database.asWorker(async (tx) => {
      const from = [after.county_id, after.aggregate];
      const page = await tx.rows<Counter>(
        `SELECT county_id, aggregate FROM outbox_sequence WHERE (county_id, aggregate) > ($1, $2)
          ORDER BY county_id, aggregate LIMIT ${BATCH}`,
        from,
      );
      const last = page.at(-1);
      if (!last) return undefined;
      await tx.run(
        `DELETE FROM outbox_sequence WHERE ctid = ANY (ARRAY(
           SELECT s.ctid FROM outbox_sequence s
            WHERE (county_id, aggregate) > ($1, $2) AND (county_id, aggregate) <= ($3, $4)
              AND NOT EXISTS (
                SELECT FROM outbox o WHERE o.county_id = s.county_id AND o.aggregate = s.aggregate)
              FOR UPDATE SKIP LOCKED))`,
        [...from, last.county_id, last.aggregate],
      );
      return page.length === BATCH ? last : undefined;
    });
  }
}
