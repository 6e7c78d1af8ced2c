import type pg from 'pg';
import { emitAll } from '@portal/infra/events';
import { documentKeyAt } from '../matching/document-number.rules.js';
import { asTx } from './import-events.js';
import { ImportRefused } from './import-refused.js';

/**
 * The largest share of a county's records that a full bundle may remove. A bundle that would remove more is more likely
 * truncated than intended.
 */
const largestPart = 0.1;

/**
 * The kinds of records that are checked: each has a live table, the key of the table, and the table of the bundle's
 * records.
 */
const kinds = [
  { what: 'documents', table: 'document', key: 'sk_doc', staged: 'made_document' },
  { what: 'certificates', table: 'certificate', key: 'sk_cert', staged: 'staged_certificate' },
  { what: 'tax liens', table: 'tax_lien', key: 'sk_doc', staged: 'staged_tax_lien' },
  { what: 'grantor/grantee book entries', table: 'gg_book', key: 'sk_entry', staged: 'staged_gg_book' },
  { what: 'tract book entries', table: 'tract_book', key: 'sk_entry', staged: 'staged_tract_legal' },
] as const;

/**
 * Stops a full import before it loads if it would remove more than a tenth of the records of a kind.
 * @param before the live generation
 * @throws ImportRefused with the number of records
 */
export async function refuseRemovals(client: pg.Client, before: number): Promise<void> {
  for (const { what, table, key, staged } of kinds) {
    const { rows } = await client.query<{ had: number; lost: number }>(
      `SELECT count(*)::int AS had, count(*) FILTER (WHERE s.${key} IS NULL)::int AS lost
         FROM search.${table} o LEFT JOIN (SELECT DISTINCT ${key} FROM ${staged}) s ON s.${key} = o.${key}
        WHERE o.generation = $1`,
      [before],
    );
    const { had, lost } = rows[0] ?? { had: 0, lost: 0 };
    if (lost <= had * largestPart) continue;
    throw new ImportRefused(
      `it would remove ${lost} of ${had} ${what}, more than 10 %. When they are to go, import it with --accept-removals`,
    );
  }
}

/** In a generation, the keys of all records that can have page images. */
const ordinalsOf = (generation: number): string =>
  [
    ['sk_doc', 'document'],
    ['sk_cert', 'certificate'],
    ['sk_entry', 'gg_book'],
    ['sk_entry', 'tract_book'],
  ]
    .map(([key, table]) => `SELECT ${key} AS ordinal FROM search.${table} WHERE generation = ${generation}`)
    .join(' UNION ALL ');

/** The keys of the records that a delta deletes, as a SELECT from its staged rows. */
const deletedByDelta = [
  `SELECT sk_doc AS ordinal FROM touched WHERE action = 'DELETE'`,
  `SELECT sk_cert FROM staged_certificate WHERE action = 'DELETE'`,
  `SELECT sk_entry FROM staged_gg_book WHERE action = 'DELETE'`,
  `SELECT sk_entry FROM staged_tract_legal WHERE action = 'DELETE'`,
].join(' UNION ');

/** In the transaction of a swap, tells other services which records the swap removes and which it brings back. */
export function emitPresenceOfSwap(
  client: pg.Client,
  county: string,
  before: number | undefined,
  now: number,
): Promise<void> {
  const gone = `(${ordinalsOf(before ?? 0)}) EXCEPT (${ordinalsOf(now)})`;
  return emitPresence(client, county, gone, now);
}

/** Like `emitPresenceOfSwap`, but for a delta; the delta's documents are in `touched`. */
export const emitPresenceOfDelta = (client: pg.Client, county: string, generation: number): Promise<void> =>
  emitPresence(client, county, deletedByDelta, generation);

async function emitPresence(client: pg.Client, county: string, gone: string, now: number): Promise<void> {
  const back = await client.query<{ ordinal: string }>(
    `DELETE FROM search.removed_record r WHERE county_id = $1 AND ordinal IN (${ordinalsOf(now)}) RETURNING ordinal`,
    [county],
  );
  await tell(client, county, 'search.document-restored.v1', back.rows);
  const removed = await client.query<{ ordinal: string }>(
    `INSERT INTO search.removed_record (county_id, ordinal) SELECT $1, ordinal FROM (${gone}) g
     ON CONFLICT DO NOTHING RETURNING ordinal`,
    [county],
  );
  await tell(client, county, 'search.document-removed.v1', removed.rows);
}

async function tell(
  client: pg.Client,
  county: string,
  type: 'search.document-removed.v1' | 'search.document-restored.v1',
  ordinals: readonly { readonly ordinal: string }[],
): Promise<void> {
  const facts = ordinals.map(({ ordinal }) => {
    const documentKey = documentKeyAt(BigInt(ordinal));
    return { type, aggregate: `document:${documentKey}`, payload: { documentKey }, actor: 'system:search' };
  });
  await emitAll(asTx(client, county), facts);
}
