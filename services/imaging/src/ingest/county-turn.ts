import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { asOwner } from '@portal/infra/db';

/** An import of a county's page images. It may have to wait for another import of the county. */
interface Turn {
  readonly county: string;
  /** The URL of the database's administrator; without it, the import does not wait for other imports. */
  readonly adminUrl?: string;
  readonly lease?: Lease;
}

/**
 * When an import loses its turn because its host or the network has vanished. The import sends the database a query
 * every `beatMs`, and stops if none is answered for `lostMs`. The database ends a session that was silent for `freeMs`,
 * which is longer, so that the next import begins when this one has stopped.
 */
export interface Lease {
  readonly beatMs: number;
  readonly lostMs: number;
  readonly freeMs: number;
}

type Client = Parameters<Parameters<typeof asOwner>[2]>[0];

const TURN_MS = 250;
const usual: Lease = { beatMs: 5_000, lostMs: 30_000, freeMs: 90_000 };

/** Thrown when an import can no longer know whether another import of the county runs. */
class TurnLost extends Error {
  override readonly name = 'TurnLost';
}

/**
 * Runs an import of page images when no other import of the county runs. Otherwise an earlier import that takes hours
 * would replace pages that a later import has corrected.
 * @param onWait is called if another import runs
 * @param work has to stop when its signal is aborted, because another import may then begin
 */
export function inTurn<T>(
  { adminUrl, county, lease = usual }: Turn,
  onWait: () => void,
  work: (turn: AbortSignal) => Promise<T>,
): Promise<T> {
  if (adminUrl === undefined) return work(new AbortController().signal);
  return asOwner(adminUrl, 'imaging', async (client) => {
    const turn = new AbortController();
    const lose = (): void => {
      turn.abort(new TurnLost(`the database no longer answers the import of ${county}`));
      // `end` would wait for an answer that never comes
      streamOf(client).destroy();
    };
    client.on('error', lose);
    await client.query(`SET idle_session_timeout = ${lease.freeMs}`);
    const ticket = await takeTicket(client, county);
    for (let told = false; !(await isTurn(client, county, ticket)); told = true) {
      if (!told) onWait();
      await sleep(TURN_MS);
    }
    const stop = beat(client, lease, lose);
    try {
      return await work(turn.signal);
    } finally {
      stop();
    }
  });
}

/**
 * Sends the database a query every `beatMs`, and calls `lose` if none is answered for `lostMs`.
 * @returns a function that stops the queries
 */
function beat(client: Client, { beatMs, lostMs }: Lease, lose: () => void): () => void {
  let answered = Date.now();
  let isAsked = false;
  const timer = setInterval(() => {
    if (Date.now() - answered > lostMs) lose();
    if (isAsked) return;
    isAsked = true;
    client.query('SELECT 1').then(() => {
      [answered, isAsked] = [Date.now(), false];
    }, lose);
  }, beatMs);
  return () => clearInterval(timer);
}

/** The driver does not declare its socket. */
const streamOf = (client: Client): Pick<Duplex, 'destroy'> =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

/** SQL: the numbers that the county's imports hold, each as a session lock. $1 is the county. */
const tickets = `
  SELECT objid::bigint AS ticket FROM pg_locks
   WHERE locktype = 'advisory' AND objsubid = 2 AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND classid::bigint = hashtext('image imports ' || $1)::bigint & 4294967295`;

/** Takes a number above those of all waiting imports, so that imports begin in the order in which they came. */
async function takeTicket(client: Client, county: string): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ ticket: number; mine: boolean }>(
      `SELECT ticket, pg_try_advisory_lock(hashtext('image imports ' || $1), ticket) AS mine
         FROM (SELECT coalesce(max(ticket), 0)::int + 1 AS ticket FROM (${tickets}) t) next`,
      [county],
    );
    if (rows[0]?.mine) return rows[0].ticket;
  }
}

/**
 * Takes the county's lock if no import came earlier. The lock is polled: a statement that waited for it would keep its
 * snapshot for hours, and every index that a migration builds concurrently would wait for that snapshot.
 */
async function isTurn(client: Client, county: string, ticket: number): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    `SELECT CASE WHEN EXISTS (SELECT 1 FROM (${tickets}) t WHERE ticket < $2) THEN false
                 ELSE pg_try_advisory_lock(hashtext('image import'), hashtext($1)) END AS mine`,
    [county, ticket],
  );
  return rows[0]?.mine === true;
}
