import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The names of the session locks by which the imports of one kind wait for each other in a county. */
export interface TurnNames {
  /** Each import holds a number in the queue while it waits and runs; the number is a lock under this name. */
  readonly queue: string;
  /** The import that runs holds the county's lock under this name. */
  readonly lock: string;
}

const TURN_MS = 250;

/**
 * Waits until no other import of this kind runs in the county. Imports begin in the order in which they came. The turn
 * ends when the client's session ends.
 * @param onWait is called once if another import runs or waits
 */
export async function takeTurn(
  client: pg.Client,
  names: TurnNames,
  county: string,
  onWait: () => void,
): Promise<void> {
  const ticket = await takeTicket(client, names, county);
  for (let told = false; !(await isTurn(client, names, county, ticket)); told = true) {
    if (!told) onWait();
    await sleep(TURN_MS);
  }
}

/** SQL: the numbers that the county's imports hold, each as a session lock. $1 is the queue, $2 the county. */
const tickets = `
  SELECT objid::bigint AS ticket FROM pg_locks
   WHERE locktype = 'advisory' AND objsubid = 2 AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND classid::bigint = hashtext($1 || ' ' || $2)::bigint & 4294967295`;

/** Takes the next number after all numbers that imports hold. */
async function takeTicket(client: pg.Client, { queue }: TurnNames, county: string): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ ticket: number; mine: boolean }>(
      `SELECT ticket, pg_try_advisory_lock(hashtext($1 || ' ' || $2), ticket) AS mine
         FROM (SELECT coalesce(max(ticket), 0)::int + 1 AS ticket FROM (${tickets}) t) next`,
      [queue, county],
    );
    if (rows[0]?.mine) return rows[0].ticket;
  }
}

/**
 * Takes the county's lock if no import came earlier. The lock is polled: a statement that waited for it would keep its
 * snapshot for hours, and every index that a migration builds concurrently would wait for that snapshot.
 */
async function isTurn(
  client: pg.Client,
  { queue, lock }: TurnNames,
  county: string,
  ticket: number,
): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    `SELECT CASE WHEN EXISTS (SELECT 1 FROM (${tickets}) t WHERE ticket < $3) THEN false
                 ELSE pg_try_advisory_lock(hashtext($4), hashtext($2)) END AS mine`,
    [queue, county, ticket, lock],
  );
  return rows[0]?.mine === true;
}
