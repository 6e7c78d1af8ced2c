import { resultLimit } from '@portal/proto/http/search-types';
import type { HitOrder } from './hit-order.js';
import { Statement } from './statement.js';

/** More hits than these are cut off; a list of so many carries the badge (B2-34). */
export const hitCap = resultLimit;

/** Makes the SELECT of the hits (columns of the order), given the statement and the placeholder of the generation. */
export type Hits = (statement: Statement, generation: string) => string;

/** Which part of the hits comes with its rows. */
export interface Window {
  readonly offset: number;
  readonly rows: number;
}

export interface BuiltStatement {
  readonly text: string;
  readonly params: readonly unknown[];
}

/**
 * The one way to ask the read model (architecture.md 'Data'): binds the generation, caps and orders the hits and
 * joins a window of them with their ready rows. Sealed documents have no row.
 */
export function hitStatement(
  generation: number,
  order: HitOrder,
  hits: Hits,
  { offset, rows }: Window,
): BuiltStatement {
  const statement = new Statement();
  const bound = statement.bind(generation, 'int');
  const text = `WITH m AS MATERIALIZED (SELECT DISTINCT ${order.names} FROM (${hits(statement, bound)}) h
      ORDER BY ${order.orderBy()} LIMIT ${hitCap})
    SELECT (SELECT coalesce(string_agg(id::text, ',' ORDER BY ${order.orderBy()}), '') FROM m) AS ids, page.rows, page.amount
    FROM (SELECT coalesce(string_agg(d.display, ',' ORDER BY ${order.orderBy('p.')}), '') AS rows, count(*)::int AS amount
      FROM (SELECT ${order.names} FROM m ORDER BY ${order.orderBy()} LIMIT ${statement.bind(rows, 'int')}
        OFFSET ${statement.bind(offset, 'int')}) p
      JOIN document d ON d.generation = ${bound} AND d.sk_doc = p.id AND NOT d.sealed) page`;
  return { text, params: statement.params };
}

/** Rows of documents that a hit list names, in its order; the sealed ones are not there any more. */
export function rowsStatement(generation: number, ids: readonly string[]): BuiltStatement {
  const statement = new Statement();
  const bound = statement.bind(generation, 'int');
  const text = `SELECT coalesce(string_agg(d.display, ',' ORDER BY u.nth), '') AS rows, count(*)::int AS amount
    FROM unnest(${statement.bind(ids, 'bigint[]')}) WITH ORDINALITY u (id, nth)
    JOIN document d ON d.generation = ${bound} AND d.sk_doc = u.id AND NOT d.sealed`;
  return { text, params: statement.params };
}

/** Those of a hit list that may still be seen. */
export function visibleStatement(generation: number, ids: readonly string[]): BuiltStatement {
  const statement = new Statement();
  const bound = statement.bind(generation, 'int');
  const text = `SELECT coalesce(string_agg(u.id::text, ',' ORDER BY u.nth), '') AS ids
    FROM unnest(${statement.bind(ids, 'bigint[]')}) WITH ORDINALITY u (id, nth)
    JOIN document d ON d.generation = ${bound} AND d.sk_doc = u.id AND NOT d.sealed`;
  return { text, params: statement.params };
}
