import type { LiveIndex } from '../live-index/live-indexes.js';
import { beginningWith, exactly, type TextRange } from '../matching/name.rules.js';
import { limitSql, rangeSql, unplannedLimitSql } from './conditions.js';
import type { HitOrder } from './hit-order.js';
import { hitCap, type Hits } from './hit-statement.js';
import { roleSql, rolesSql, type NameLimits } from './hot-name-hits.js';
import type { Statement } from './statement.js';

/** The frequent names in a range of names. */
interface Side {
  readonly range: TextRange;
  readonly frequent: readonly number[];
}

/** With more pairs of frequent names than this, reading the first documents of each pair takes too long. */
const mostPairs = 2_500;

/** How a last name in the index is compared with a typed one; both are folded. */
const comparisons = {
  BEGINS: { range: beginningWith, matches: (name: string, typed: string) => name.startsWith(typed) },
  EXACT: { range: exactly, matches: (name: string, typed: string) => name === typed },
} as const;
type Comparison = (typeof comparisons)[keyof typeof comparisons];

export const comparisonOf = (method: string): Comparison | undefined =>
  method === 'BEGINS' || method === 'EXACT' ? comparisons[method] : undefined;

const sideOf = (typed: string, { range, matches }: Comparison, { hotNames }: LiveIndex): Side => ({
  range: range(typed),
  frequent: hotNames.filter((name) => matches(name.last_name, typed)).map((name) => name.hot_no),
});

/**
 * The documents that have both of two folded last names, from the pairs of names in `name_pair`. The time depends on
 * the number of documents that have both names, and not on the number that have either name. Undefined when the index
 * has no pairs, when no name or too many names are frequent, or when one name of a document can match both typed names.
 */
export function namePairHits(
  [one, two]: readonly [string, string],
  comparison: Comparison,
  index: LiveIndex,
  limits: NameLimits,
  order: HitOrder,
): Hits | undefined {
  if (!index.has_pairs || comparison.matches(one, two) || comparison.matches(two, one)) return undefined;
  const sides = [sideOf(one, comparison, index), sideOf(two, comparison, index)] as const;
  const [here, there] = [sides[0].frequent.length, sides[1].frequent.length];
  if (here + there === 0 || here * there > mostPairs) return undefined;
  return { select: (s, generation) => new PairStatement(s, generation, limits, order).inBoth(sides) };
}

/** Builds the SELECT that finds the documents with both names of a pair. A hit may occur several times. */
class PairStatement {
  constructor(
    private readonly s: Statement,
    private readonly generation: string,
    private readonly limits: NameLimits,
    private readonly order: HitOrder,
  ) {}

  inBoth([one, two]: readonly [Side, Side]): string {
    const parts = [
      one.frequent.length > 0 && two.frequent.length > 0 && this.ofFrequent(one, two),
      one.frequent.length > 0 && this.withOthers(one, two),
      two.frequent.length > 0 && this.withOthers(two, one),
      `(${this.ofCrowded(one)}) INTERSECT (${this.ofCrowded(two)})`,
      `(${this.ofOthers(one)}) INTERSECT (${this.ofOthers(two)})`,
    ];
    return parts
      .filter((part) => part !== false)
      .map((part) => `(${part})`)
      .join(' UNION ALL ');
  }

  /**
   * The first documents of each pair of frequent names, from the index that has them in the requested order. PostgreSQL
   * chooses this index because of the condition on the first column of the order, which is true for every row
   * (202611291430-pairs-of-names.ts).
   */
  private ofFrequent(one: Side, two: Side): string {
    const pairs = one.frequent.flatMap((a) =>
      two.frequent.map((b) => [Math.min(a, b), Math.max(a, b)] as const),
    );
    const numbers = [0, 1].map((at) =>
      this.s.bind(
        pairs.map((pair) => pair[at as 0 | 1]),
        'int[]',
      ),
    );
    return `SELECT l.* FROM unnest(${numbers.join(', ')}) AS n (low, high) CROSS JOIN LATERAL
      (${this.pairs('hot_no = n.low AND other_no = n.high AND other_no > 0')} AND ${this.order.first} > -1${this.plannedLimits()}
        ORDER BY ${this.order.orderBy()} LIMIT ${hitCap}) l`;
  }

  /**
   * The limits on pairs of frequent names. Type and group are hidden from the planner, and so are the dates unless the
   * hits are sorted by date. The planner expects only a few documents of each pair, so the hidden limits would make it
   * choose the index of another order.
   */
  private plannedLimits(): string {
    const { fromMinute, belowMinute, ...kind } = this.limits;
    if (!this.order.startsWith('rec_key'))
      return unplannedLimitSql(this.s, this.limits) + rolesSql(this.limits);
    const days = {
      ...(fromMinute !== undefined && { fromMinute }),
      ...(belowMinute !== undefined && { belowMinute }),
    };
    return limitSql(this.s, days) + unplannedLimitSql(this.s, kind) + rolesSql(this.limits);
  }

  /** The documents with a frequent name that matches one typed name, and a rare name that matches the other. */
  private withOthers({ frequent }: Side, { range }: Side): string {
    return `SELECT l.* FROM unnest(${this.s.bind(frequent, 'int[]')}) AS n (no) CROSS JOIN LATERAL
      (${this.pairs(`hot_no = n.no AND other_no = 0 AND ${rangeSql(this.s, 'other_name', range)}`)}${limitSql(this.s, this.limits)}${rolesSql(this.limits)}) l`;
  }

  /** The crowded documents (`mostPairedParties`) with a name that matches one of the typed names. */
  private ofCrowded({ range }: Side): string {
    return `${this.pairs(`hot_no = 0 AND other_no = 0 AND ${rangeSql(this.s, 'other_name', range)}`)}${limitSql(this.s, this.limits)}${rolesSql(this.limits)}`;
  }

  private pairs(which: string): string {
    return `SELECT ${this.order.select()} FROM name_pair WHERE generation = ${this.generation} AND ${which}`;
  }

  /** The documents with a rare name that matches one of the typed names. */
  private ofOthers({ range }: Side): string {
    return `SELECT ${this.order.select()} FROM party WHERE generation = ${this.generation} AND last_name = ANY
      (ARRAY(SELECT last_name FROM name_dict WHERE generation = ${this.generation} AND NOT hot AND ${rangeSql(this.s, 'last_name', range)}))${roleSql(this.s, this.limits)}${limitSql(this.s, this.limits)}`;
  }
}
