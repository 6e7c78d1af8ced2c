import { resultLimit } from '@portal/proto/http/search-types';
import type { HitOrder } from './hit-order.js';
import type { RecordTable } from './record-table.js';
import { Statement } from './statement.js';

/** More hits than these are cut off; a list of so many carries the badge (B2-34). */
export const hitCap = resultLimit;

/** What finds the hits of a search. */
export interface Hits {
  /** Makes their SELECT (columns of the order), given the statement and the placeholder of the generation. */
  readonly select: (statement: Statement, generation: string) => string;
  /** Whether the SELECT names no hit twice by itself: then an index in the order of the hits gives the first ones. */
  readonly unique?: boolean;
}

/** Which part of the hits comes with its rows. */
export interface Window {
  readonly offset: number;
  readonly rows: number;
}

export interface BuiltStatement {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** What a statement of any kind of result is built for. */
export interface Target {
  readonly generation: number;
  readonly records: RecordTable;
}

const joined = ({ table, id, visible }: RecordTable, generation: string, hit: string): string =>
  `JOIN ${table} d ON d.generation = ${generation} AND d.${id} = ${hit}${visible}`;

/**
 * The one way to ask the read model (search/DESIGN.md#generations): binds the generation, caps and orders the hits and
 * joins a window of them with their ready rows. What is sealed has no row.
 */
export function hitStatement(
  { generation, records }: Target,
  order: HitOrder,
  hits: Hits,
  { offset, rows }: Window,
): BuiltStatement {
  const statement = new Statement();
  const bound = statement.bind(generation, 'int');
  const text = `WITH m AS MATERIALIZED (SELECT ${hits.unique ? '' : 'DISTINCT '}${order.names}
      FROM (${hits.select(statement, bound)}) h ORDER BY ${order.orderBy()} LIMIT ${hitCap})
    SELECT (SELECT coalesce(string_agg(id::text, ',' ORDER BY ${order.orderBy()}), '') FROM m) AS ids, page.rows, page.amount
    FROM (SELECT coalesce(string_agg(d.display, ',' ORDER BY ${order.orderBy('p.')}), '') AS rows, count(*)::int AS amount
      FROM (SELECT ${order.names} FROM m ORDER BY ${order.orderBy()} LIMIT ${statement.bind(rows, 'int')}
        OFFSET ${statement.bind(offset, 'int')}) p
      ${joined(records, bound, 'p.id')}) page`;
  return { text, params: statement.params };
}

/** How many hits there are, at most `hitCap`. */
export function countStatement({ generation }: Target, hits: Hits): BuiltStatement {
  const statement = new Statement();
  const select = hits.select(statement, statement.bind(generation, 'int'));
  const text = `SELECT count(*)::int AS total FROM (SELECT DISTINCT id FROM (${select}) h LIMIT ${hitCap}) m`;
  return { text, params: statement.params };
}

/** Rows of the records that a hit list names, in its order; the sealed ones are not there any more. */
export function rowsStatement({ generation, records }: Target, ids: readonly string[]): BuiltStatement {
  const statement = new Statement();
  const bound = statement.bind(generation, 'int');
  const text = `SELECT coalesce(string_agg(d.display, ',' ORDER BY u.nth), '') AS rows, count(*)::int AS amount
    FROM unnest(${statement.bind(ids, 'bigint[]')}) WITH ORDINALITY u (id, nth)
    ${joined(records, bound, 'u.id')}`;
  return { text, params: statement.params };
}

/** Those of a hit list that may still be seen. */
export function visibleStatement({ generation, records }: Target, ids: readonly string[]): BuiltStatement {
  const statement = new Statement();
  const bound = statement.bind(generation, 'int');
  const text = `SELECT coalesce(string_agg(u.id::text, ',' ORDER BY u.nth), '') AS ids
    FROM unnest(${statement.bind(ids, 'bigint[]')}) WITH ORDINALITY u (id, nth)
    ${joined(records, bound, 'u.id')}`;
  return { text, params: statement.params };
}
