import type { HotPrefix } from '../live-index/live-indexes.js';
import { limitSql, unplannedLimitSql, type Limits } from './conditions.js';
import type { HitOrder } from './hit-order.js';
import { hitCap, type Hits } from './hit-statement.js';
import type { Statement } from './statement.js';

/** Conditions on every hit besides the name. */
export interface NameLimits extends Limits {
  readonly role: 'R' | 'E' | undefined;
}

export const roleSql = (s: Statement, { role }: NameLimits): string =>
  role === undefined ? '' : ` AND role = ${s.bind(role, 'text')}`;

/** The condition for the chosen role on `name_hot` and `name_pair`, where `roles` is a bit mask of both roles. */
export const rolesSql = ({ role }: NameLimits): string =>
  role === undefined ? '' : ` AND roles & ${role === 'R' ? 1 : 2} > 0`;

function daysOf({ documentType: _type, group: _group, ...days }: Limits): Limits {
  return days;
}

/**
 * The conditions for the limits on rows of `name_hot`. They hide type and group from the planner. Some names occur
 * mostly with certain types, so the planner would otherwise expect too few rows, and would compare each row of one
 * name with each row of another.
 */
function hotLimitSql(s: Statement, limits: NameLimits): string {
  const { fromMinute: _from, belowMinute: _below, ...kind } = limits;
  return `${limitSql(s, daysOf(limits))}${unplannedLimitSql(s, kind)}${rolesSql(limits)}`;
}

/**
 * If the number of frequent names is larger than this, planning one scan for each name takes longer than the scans
 * save.
 */
const mostMerged = 40;

/**
 * The hits of one or two prefixes with frequent names; undefined when the documents with both prefixes are found faster
 * without `name_hot`.
 */
export function hotNameHits(
  [one, two]: readonly [HotPrefix, HotPrefix?],
  andOr: 'AND' | 'OR',
  limits: NameLimits,
  order: HitOrder,
): Hits | undefined {
  const ordered = one.frequent.length + (two?.frequent.length ?? 0) <= mostMerged;
  if (two && andOr === 'AND') {
    if (!ordered) return undefined;
    return {
      ordered: order,
      plannedAnew: true,
      select: (s, g) => new HotStatement(s, g, limits, order).inBoth(one, two),
    };
  }
  return {
    ...(ordered && { ordered: order }),
    plannedAnew: ordered,
    select: (s, g) => {
      const hits = new HotStatement(s, g, limits, order);
      const of = (hot: HotPrefix): string => (ordered ? hits.merged(hot) : hits.firstOfEach(hot));
      return two ? `${of(one)} UNION ALL ${of(two)}` : of(one);
    },
  };
}

/**
 * Builds SELECTs of the hits of one or two prefixes. The documents of each frequent name come sorted from `name_hot`,
 * and the few documents of a prefix's other names are sorted too, so that PostgreSQL merges them and reads only as many
 * as it needs. A hit occurs once for each of its names.
 */
class HotStatement {
  private readonly sorted: string;

  constructor(
    private readonly s: Statement,
    private readonly generation: string,
    private readonly limits: NameLimits,
    private readonly order: HitOrder,
  ) {
    this.sorted = `ORDER BY ${order.orderBy()}`;
  }

  /** The documents of a prefix, in the requested order. */
  merged(hot: HotPrefix): string {
    return this.mergedWith(hot, `(${this.ofOthers(hot)})`);
  }

  /** The first documents of each frequent name, and all documents of the other names. */
  firstOfEach(hot: HotPrefix): string {
    const frequent = `SELECT l.* FROM unnest(${this.s.bind(hot.frequent, 'text[]')}) AS n (name)
      CROSS JOIN LATERAL (${this.rows('n.name')}${hotLimitSql(this.s, this.limits)} ${this.sorted} LIMIT ${hitCap}) l`;
    return `${frequent} UNION ALL ${this.ofOthers(hot)}`;
  }

  /**
   * The documents that have a name with prefix `one` and a name with prefix `two`, in the requested order. The scans of
   * one prefix skip the documents before the first document of the other prefix. Otherwise PostgreSQL would also read
   * the documents of one prefix from years in which the other prefix has none.
   */
  inBoth(one: HotPrefix, two: HotPrefix): string {
    const names = this.order.names;
    const parts = [one, two].flatMap((hot, nth) => [
      `others_${nth} AS MATERIALIZED (${this.ofOthers(hot)})`,
      `start_${nth} AS MATERIALIZED (${this.start(hot, `others_${nth}`)})`,
    ]);
    const side = (hot: HotPrefix, nth: number): string =>
      this.mergedWith(hot, `others_${nth}`, this.order.notBefore(`(SELECT ${names} FROM start_${1 - nth})`));
    return `WITH ${parts.join(', ')}
      SELECT ${names} FROM (${side(one, 0)}) a JOIN (${side(two, 1)}) b USING (${names}) ${this.sorted}`;
  }

  private mergedWith({ frequent }: HotPrefix, others: string, start = ''): string {
    const limits = hotLimitSql(this.s, this.limits);
    const parts = frequent.map(
      (name) =>
        `(${this.rows(this.s.bind(name, 'text'))}${start && ` AND ${start}`}${limits} ${this.sorted})`,
    );
    parts.push(`(SELECT ${this.order.names} FROM ${others} o ${this.sorted})`);
    return parts.join(' UNION ALL ');
  }

  private rows(name: string): string {
    return `SELECT ${this.order.select()} FROM name_hot WHERE generation = ${this.generation} AND last_name = ${name}`;
  }

  private ofOthers(hot: HotPrefix): string {
    const others = this.s.bind(hot.others, 'text[]');
    const parties = (names: string): string =>
      `SELECT ${this.order.select()} FROM party WHERE generation = ${this.generation} AND last_name = ANY (${names})${limitSql(this.s, this.limits)}${roleSql(this.s, this.limits)}`;
    return `${parties(others)} UNION ALL ${parties(this.unlisted(hot, others))}`;
  }

  /**
   * The names with the prefix that are in the index but not in the lists: a delta added them after the lists were read,
   * or a standby that is behind still has them. Without these names, a document whose name a delta corrects would be
   * found neither under its old name nor under its new one.
   */
  private unlisted({ range, frequent }: HotPrefix, others: string): string {
    const within = `last_name >= ${this.s.bind(range.from, 'text')} AND last_name < ${this.s.bind(range.below, 'text')}`;
    return `ARRAY(SELECT last_name FROM name_dict WHERE generation = ${this.generation} AND ${within}
      AND last_name <> ALL (${this.s.bind(frequent, 'text[]')}) AND last_name <> ALL (${others}))`;
  }

  /**
   * Selects the first document, in the order of the hits, that has a name with the prefix. For frequent names it
   * ignores the search's limits (type, group, role). So this document may come before the first hit, but never after
   * it, and the search may start there. If hits are sorted by date, the date limits apply too, because the index then
   * finds the first document within them just as fast.
   */
  private start({ frequent }: HotPrefix, ofOthers: string): string {
    const names = this.order.names;
    const days = this.order.startsWith('rec_key') ? limitSql(this.s, daysOf(this.limits)) : '';
    const first = `SELECT f.* FROM unnest(${this.s.bind(frequent, 'text[]')}) AS n (name)
      CROSS JOIN LATERAL (${this.rows('n.name')}${days} ${this.sorted} LIMIT 1) f`;
    return `SELECT ${names} FROM (${first} UNION ALL SELECT ${names} FROM ${ofOthers}) f ${this.sorted} LIMIT 1`;
  }
}
