import { nameOfLegal, type LegalDescriptionCriteria } from '@portal/proto/criteria/legal-description';
import type { PlatCriteria } from '@portal/proto/criteria/plat';
import { foldName } from '../matching/name.rules.js';
import type { Asked } from './asked.js';
import { equalTexts, limitSql, limitsOf, unplannedLimitSql } from './conditions.js';
import type { Hits } from './hit-statement.js';
import { isWholePlat, legalCondition } from './legal-conditions.js';
import { nameSql, wantedName } from './wanted-name.js';

/**
 * The hits of a legal description. If a name is given as well, only documents that have both are hits
 * (search/DESIGN.md#legal-descriptions).
 */
export function legalHits(criteria: LegalDescriptionCriteria, { index, order }: Asked): Hits | undefined {
  const limits = limitsOf(criteria, index);
  const condition = legalCondition(criteria);
  const { last, first, initial } = nameOfLegal(criteria);
  const wanted = last === '' ? undefined : wantedName(last, first, initial);
  if (!limits || !condition || (last !== '' && !wanted)) return undefined;
  const table = criteria.legalType === 'LB' ? 'legal_lb' : 'legal_mb';
  // for a search of a whole plat, the indexes of plats return the hits in the requested order
  const whole = !wanted && isWholePlat(criteria);
  return {
    ...(whole && { ordered: order, plannedAnew: true }),
    select: (s, generation) => {
      // Hides the dates of a lot search from the planner. The planner then uses the index of lots, which finds the few
      // rows of the lot directly. It would otherwise use the index of plats by date, and read all documents of the plat
      // on these dates.
      const limited = whole ? limitSql(s, limits) : unplannedLimitSql(s, limits);
      const legal = `SELECT ${order.select()} FROM ${table} WHERE generation = ${generation}${condition(s)}${limited}`;
      if (!wanted) return legal;
      const name = nameSql(s, wanted);
      return `(${legal}) INTERSECT (SELECT ${order.select()} FROM party WHERE generation = ${generation} AND ${name}${limitSql(s, limits)})`;
    },
  };
}

/** The hits of a plat: all documents with lots and blocks in it. */
export function platHits({ plat }: PlatCriteria, { order }: Asked): Hits | undefined {
  const number = foldName(plat);
  if (number === '') return undefined;
  return {
    ordered: order,
    select: (s, generation) =>
      `SELECT ${order.select()} FROM legal_lb WHERE generation = ${generation}${equalTexts(s, { plat_no: number })}`,
  };
}
