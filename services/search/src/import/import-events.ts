import { emit, emitAll } from '@portal/infra/events';
import type { Tx } from '@portal/infra/db';
import type pg from 'pg';
import { documentKeyAt } from '../matching/document-number.rules.js';

const actor = 'system:search';

/** Adapts the import's transaction to the type that `emit` expects. The adapted transaction has no repositories. */
export const asTx = (client: pg.Client, countyId: string): Tx => ({
  countyId,
  rows: async <R extends object>(statement: string, params?: readonly unknown[]) =>
    (await client.query<R>(statement, [...(params ?? [])])).rows,
  row: async <R extends object>(statement: string, params?: readonly unknown[]) =>
    (await client.query<R>(statement, [...(params ?? [])])).rows[0],
  run: async (statement, params) => (await client.query(statement, [...(params ?? [])])).rowCount ?? 0,
  // sends no COMMIT with the statement, because the import itself commits the transaction
  last: async <R extends object>(statement: string, params: readonly unknown[]) =>
    (await client.query<R>(statement, [...params])).rows,
  repository: () => {
    throw new Error('an import has no entities');
  },
});

/** A document whose sealing changed: its ordinal, and whether it is sealed now. */
interface Sealing {
  readonly sk_doc: string;
  readonly sealed: boolean;
}

/**
 * SQL condition: this import brings back a document that an earlier import removed. Other services still list the
 * document as sealed if it was sealed when it was removed, so they need the event that unseals it. `app.county_id` must
 * be set.
 */
const comesBack = (ordinal: string): string =>
  `${ordinal} IN (SELECT ordinal FROM search.removed_record WHERE county_id = current_setting('app.county_id'))`;

/**
 * The documents that a swap seals or unseals.
 * @param before the previous live generation
 */
export function sealingsOfSwap(
  client: pg.Client,
  before: number | undefined,
  now: number,
): Promise<Sealing[]> {
  return list(
    client,
    `SELECT n.sk_doc, n.sealed FROM search.document n
       LEFT JOIN search.document o ON o.generation = $2 AND o.sk_doc = n.sk_doc
      WHERE n.generation = $1 AND ((n.sealed OR n.sk_doc IN
              (SELECT sk_doc FROM search.document WHERE generation = $2 AND sealed))
        AND n.sealed IS DISTINCT FROM coalesce(o.sealed, false) OR NOT n.sealed AND ${comesBack('n.sk_doc')})`,
    [now, before ?? 0],
  );
}

/** The documents that a delta seals or unseals. `touched` has all documents of the delta. */
export function sealingsOfDelta(client: pg.Client): Promise<Sealing[]> {
  return list(
    client,
    `SELECT sk_doc, seals AS sealed FROM touched
      WHERE action <> 'DELETE'
        AND (seals IS DISTINCT FROM coalesce(sealed_before, false) OR NOT seals AND ${comesBack('sk_doc')})`,
    [],
  );
}

async function list(client: pg.Client, statement: string, params: readonly unknown[]): Promise<Sealing[]> {
  return (await client.query<Sealing>(`${statement} ORDER BY sk_doc`, [...params])).rows;
}

/** Tells other services, by an event for each document, which documents were sealed or unsealed. */
export async function emitSealings(
  client: pg.Client,
  county: string,
  sealings: readonly Sealing[],
): Promise<void> {
  const facts = sealings.map(({ sk_doc, sealed }) => {
    const documentKey = documentKeyAt(BigInt(sk_doc));
    const type = sealed ? 'search.document-sealed.v1' : 'search.document-unsealed.v1';
    return { type, aggregate: `document:${documentKey}`, payload: { documentKey }, actor } as const;
  });
  await emitAll(asTx(client, county), facts);
}

/** Tells other services, by an event, that a generation is live and how many documents it has. */
export async function emitSwap(
  client: pg.Client,
  county: string,
  generation: number,
  documents: number,
): Promise<void> {
  const payload = { generation: BigInt(generation), documents: BigInt(documents) };
  await emit(asTx(client, county), {
    type: 'search.generation-swapped.v1',
    aggregate: `county:${county}`,
    payload,
    actor,
  });
}
