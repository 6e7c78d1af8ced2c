import { asOwner } from '@portal/infra/db';

/** An import of a county's page images that may have to wait for another one. */
interface Turn {
  readonly county: string;
  /** Without it, the import does not wait. */
  readonly adminUrl?: string;
}

/**
 * Runs an import of page images when no other one of the county runs. Otherwise an earlier import that takes hours would
 * replace the pages of documents that a later import has corrected.
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
    await client.query('SET lock_timeout = 0');
    const key = `hashtext('image import'), hashtext($1)`;
    const { rows } = await client.query<{ free: boolean }>(`SELECT pg_try_advisory_lock(${key}) AS free`, [
      county,
    ]);
    if (!rows[0]?.free) {
      onWait();
      await client.query(`SELECT pg_advisory_lock(${key})`, [county]);
    }
    return work();
  });
}
