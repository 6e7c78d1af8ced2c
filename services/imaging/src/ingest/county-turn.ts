import { setTimeout as sleep } from 'node:timers/promises';
import { asOwner } from '@portal/infra/db';

/** An import of a county's page images that may have to wait for another one. */
interface Turn {
  readonly county: string;
  /** The URL of the database's administrator; without it, the import does not wait for other imports. */
  readonly adminUrl?: string;
}

type Client = Parameters<Parameters<typeof asOwner>[2]>[0];

const TURN_MS = 250;

/**
 * Runs an import of page images when no other import of the county runs. Otherwise an earlier import that takes hours
 * would replace pages that a later import has corrected.
 * @param onWait is called if another import runs
 */
export function inTurn<T>(
  { adminUrl, county }: Turn,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  if (adminUrl === undefined) return work();
  return asOwner(adminUrl, 'imaging', async (client) => {
    // without this listener, a lost connection would end the process
    client.on('error', () => undefined);
    const ticket = await takeTicket(client, county);
    for (let told = false; !(await isTurn(client, county, ticket)); told = true) {
      if (!told) onWait();
      await sleep(TURN_MS);
    }
    return work();
  });
}

/** SQL: the numbers that the county's imports hold, each as a session lock. $1 is the county. */
const tickets = `
  SELECT objid::bigint AS ticket FROM pg_locks
   WHERE locktype = 'advisory' AND objsubid = 2 AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND classid::bigint = hashtext('image imports ' || $1)::bigint & 4294967295`;

/** Takes the number behind all others, so that imports begin in the order in which they came. */
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
