import { resultLimit } from '@portal/proto/http/search-types';
import type { HitOrder } from './hit-order.js';
import type { RecordTable } from './record-table.js';
import { Statement } from './statement.js';

/**
 * Maximum number of hits; a list of this length shows the badge (B2-34), because further hits may have been cut off.
 */
export const hitCap = resultLimit;

/** Finds the hits of a search. */
export interface Hits {
  /** Builds the SELECT of the hits' sort columns and ids; `generation` is the placeholder of the generation. */
  readonly select: (statement: Statement, generation: string) => string;
  /** True if the SELECT never returns a hit twice. An index can then return the first hits in order. */
  readonly unique?: boolean;
  /**
   * If set, each part of the SELECT is sorted in this order, so that PostgreSQL can return the first hits without
   * finding the others. The SELECT may return a hit several times.
   */
  readonly ordered?: HitOrder;
  /**
   * True if the statement must be planned for the values of its parameters. A plan for unknown values expects few hits,
   * so it finds all of them before it returns the first.
   */
  readonly plannedAnew?: boolean;
}

/** The part of the hits whose rows are returned; of all other hits, only the ids are returned. */
export interface Window {
  readonly offset: number;
  readonly rows: number;
}

export interface BuiltStatement {
  readonly text: string;
  readonly params: readonly unknown[];
  /** Whether the statement must be planned for the values of its parameters, as in `Hits`. */
  readonly plannedAnew?: boolean;
}

/** What a statement reads: a generation, and the table of a kind of result. */
export interface Target {
  readonly generation: number;
  readonly records: RecordTable;
}

const joined = ({ table, id, visible }: RecordTable, generation: string, hit: string): string =>
  `JOIN ${table} d ON d.generation = ${generation} AND d.${id} = ${hit}${visible}`;

/**
 * Wraps a SELECT of hits so that each hit is returned once. In a sorted SELECT, equal hits follow each other, so each
 * hit is compared with the one before it. DISTINCT would remove the repeated hits too, but PostgreSQL then expects only
 * a few different hits, and therefore chooses a plan that reads all rows before it returns the first.
 */
function onceEach(order: HitOrder, hits: Hits, select: string): string {
  const { names } = order;
  if (hits.unique) return `SELECT ${names} FROM (${select}) h`;
  if (!hits.ordered) return `SELECT DISTINCT ${names} FROM (${select}) h`;
  return `SELECT ${names} FROM (SELECT ${names}, lag(id) OVER (ORDER BY ${order.orderBy()}) AS before FROM (${select}) h) h
      WHERE before IS DISTINCT FROM id`;
}

/**
 * The only way to query the read model (search/DESIGN.md#generations): binds the generation, caps and orders the hits
 * and joins a window of them with their prepared rows. Sealed records have no row.
 */
export function hitStatement(
  { generation, records }: Target,
  order: HitOrder,
  hits: Hits,
  { offset, rows }: Window,
): BuiltStatement {
  const statement = new Statement();
  const bound = statement.bind(generation, 'int');
  const text = `WITH m AS MATERIALIZED (${onceEach(order, hits, hits.select(statement, bound))}
      ORDER BY ${order.orderBy()} LIMIT ${hitCap})
    SELECT (SELECT coalesce(string_agg(id::text, ',' ORDER BY ${order.orderBy()}), '') FROM m) AS ids, page.rows, page.amount
    FROM (SELECT coalesce(string_agg(d.display, ',' ORDER BY ${order.orderBy('p.')}), '') AS rows, count(*)::int AS amount
      FROM (SELECT ${order.names} FROM m ORDER BY ${order.orderBy()} LIMIT ${statement.bind(rows, 'int')}
        OFFSET ${statement.bind(offset, 'int')}) p
      ${joined(records, bound, 'p.id')}) page`;
  return { text, params: statement.params, plannedAnew: hits.plannedAnew === true };
}

/** The number of hits, at most `hitCap`. */
export function countStatement({ generation }: Target, hits: Hits): BuiltStatement {
  const statement = new Statement();
  const select = hits.select(statement, statement.bind(generation, 'int'));
  const counted = hits.ordered
    ? `${onceEach(hits.ordered, hits, select)} ORDER BY ${hits.ordered.orderBy()}`
    : `SELECT DISTINCT id FROM (${select}) h`;
  const text = `SELECT count(*)::int AS total FROM (${counted} LIMIT ${hitCap}) m`;
  return { text, params: statement.params };
}

/** Rows of the records in a hit list, in the order of the list, without records that were sealed after the search. */
export function rowsStatement({ generation, records }: Target, ids: readonly string[]): BuiltStatement {
  const statement = new Statement();
  const bound = statement.bind(generation, 'int');
  const text = `SELECT coalesce(string_agg(d.display, ',' ORDER BY u.nth), '') AS rows, count(*)::int AS amount
    FROM unnest(${statement.bind(ids, 'bigint[]')}) WITH ORDINALITY u (id, nth)
    ${joined(records, bound, 'u.id')}`;
  return { text, params: statement.params };
}

/** Filters the records of a hit list to those that may still be shown. */
export function visibleStatement({ generation, records }: Target, ids: readonly string[]): BuiltStatement {
  const statement = new Statement();
  const bound = statement.bind(generation, 'int');
  const text = `SELECT coalesce(string_agg(u.id::text, ',' ORDER BY u.nth), '') AS ids
    FROM unnest(${statement.bind(ids, 'bigint[]')}) WITH ORDINALITY u (id, nth)
    ${joined(records, bound, 'u.id')}`;
  return { text, params: statement.params };
}
