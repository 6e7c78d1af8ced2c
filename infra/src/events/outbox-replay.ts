import type { Database, Tx } from '../db/index.js';
import type { Log } from '../log/index.js';
import type { Epoch, EventLog } from './event-log.js';
import { KEPT } from './outbox-pruning.js';

export interface OutboxReplayOptions {
  readonly database: Database;
  readonly events: EventLog;
  readonly log: Log;
}

/**
 * The period before a failover in which facts may be lost. A replica that takes over lacks the facts that had not
 * reached it, and a crashed server loses the facts that it had not written to disk.
 */
const LOST_BY_FAILOVER = '10 minutes';
const BATCH = 2_000;

interface Page {
  readonly lowest: string | null;
  readonly marked: number;
  /** True if all rows of the page were published before the period that is replayed. */
  readonly past: boolean;
}

/**
 * Publishes again the facts that the log may have lost: all stored facts if the log came back empty, the newest ones if
 * another server took over. Readers skip facts that they have applied. Rows are marked in batches, each in its own
 * transaction. New facts wait until all rows are marked, so that they follow the old ones.
 */
export class OutboxReplay {
  private epoch: string | undefined;

  constructor(private readonly o: OutboxReplayOptions) {}

  /** Settles when all facts that were lost are marked in the outbox as not published. */
  async follow(): Promise<void> {
    const current = await this.o.events.epoch();
    const name = `${current.life} ${current.server}`;
    if (name === this.epoch) return;
    const { database, log } = this.o;
    const lost = await database.asWorker((tx) => noteEpoch(tx, current, name));
    let again = 0;
    for (;;) {
      const marked = await database.asWorker(markBatch);
      if (marked === undefined) break;
      again += marked;
    }
    this.epoch = name;
    if (again > 0) log.warn({ again, lost }, 'the event log lost facts: they are published again');
  }
}

/**
 * Notes in the row of `outbox_epoch` what must be replayed. The row's lock makes relays check one after the other, and
 * only the first relay notes it.
 */
async function noteEpoch(tx: Tx, current: Epoch, name: string): Promise<'nothing' | 'newest' | 'all'> {
  await tx.run(`INSERT INTO outbox_epoch (epoch) VALUES ('') ON CONFLICT DO NOTHING`);
  const known = await tx.row<{ epoch: string }>(`SELECT epoch FROM outbox_epoch FOR UPDATE`);
  if (known === undefined || known.epoch === name) return 'nothing';
  const [life, server] = known.epoch.split(' ');
  const failed = server !== undefined && server !== current.server;
  const lost = life !== current.life ? 'all' : failed ? 'newest' : 'nothing';
  const newest = `SELECT max(published_at) FROM (SELECT published_at FROM outbox ORDER BY id DESC LIMIT ${BATCH}) AS last`;
  const since =
    lost === 'all' ? `now() - interval '${KEPT}'` : `(${newest}) - interval '${LOST_BY_FAILOVER}'`;
  await tx.run(`UPDATE outbox_epoch SET epoch = $1`, [name]);
  if (lost !== 'nothing')
    await tx.run(
      `UPDATE outbox_epoch
          SET replay_below = (SELECT max(id) + 1 FROM outbox), replay_since = least(replay_since, ${since})`,
    );
  return lost;
}

/**
 * Marks the next rows, newest first.
 * @returns the number of rows; undefined when all are marked
 */
async function markBatch(tx: Tx): Promise<number | undefined> {
  const task = await tx.row<{ below: string; since: Date }>(
    `SELECT replay_below AS below, replay_since AS since FROM outbox_epoch WHERE replay_below IS NOT NULL FOR UPDATE`,
  );
  if (!task) return undefined;
  const page = await tx.row<Page>(
    `WITH page AS (
       SELECT id, published_at FROM outbox WHERE id < $1 ORDER BY id DESC LIMIT ${BATCH}),
     marked AS (
       UPDATE outbox o SET published_at = NULL, claimed_until = NULL, replay = true
         FROM page WHERE o.id = page.id AND page.published_at >= $2 RETURNING 1)
     SELECT min(id) AS lowest, (SELECT count(*)::int FROM marked) AS marked,
            coalesce(bool_and(published_at < $2 AND published_at IS NOT NULL), true) AS past FROM page`,
    [task.below, task.since],
  );
  const next = page && !page.past ? page.lowest : null;
  await tx.run(
    `UPDATE outbox_epoch SET replay_below = $1, replay_since = CASE WHEN $1::bigint IS NULL THEN NULL ELSE replay_since END`,
    [next],
  );
  return page?.marked ?? 0;
}
