import type { TaxLienCriteria } from '@portal/proto/criteria/tax-lien';
import { documentNumberRange } from '../matching/document-number.rules.js';
import { foldName } from '../matching/name.rules.js';
import type { Asked } from './asked.js';
import { limitSql, limitsOf } from './conditions.js';
import type { Hits } from './hit-statement.js';
import type { Statement } from './statement.js';
import { nameSql, wantedName } from './wanted-name.js';

type Condition = (s: Statement, generation: string) => string;

/** The condition of each method; undefined when nothing can match. Only the chosen method's fields have an effect. */
const conditionOf: Readonly<
  Record<
    TaxLienCriteria['searchByTaxLienMethod'],
    (c: TaxLienCriteria, asked: Asked) => Condition | undefined
  >
> = {
  DATERANGE: ({ fromRecordedDate, toRecordedDate }, { index }) => {
    const limits = limitsOf({ fromRecordedDate, toRecordedDate }, index);
    return limits && ((s) => limitSql(s, limits));
  },
  DOCUMENTNUMBER: ({ documentNumber }) => {
    const range = documentNumberRange(documentNumber, '');
    return (
      range &&
      ((s) =>
        ` AND num_sk = ${s.bind(range.from, 'bigint')}${range.documentType === undefined ? '' : ` AND doc_type = ${s.bind(range.documentType, 'text')}`}`)
    );
  },
  LIENNUMBER: ({ lienNumber }) => {
    const number = foldName(lienNumber);
    return number === '' ? undefined : (s) => ` AND lien_no = ${s.bind(number, 'text')}`;
  },
  TAXPAYER: (c) => {
    const name = wantedName(c.taxpayerName, c.taxpayerFirstName, c.taxpayerMiddleInitial);
    return (
      name &&
      ((s, generation) =>
        ` AND sk_doc IN (SELECT sk_doc FROM tax_lien_party WHERE generation = ${generation} AND ${nameSql(s, name)})`)
    );
  },
};

/**
 * The condition for current or expired liens. Current means neither expired nor released by today, in the county's time
 * zone (search/DESIGN.md#tax-liens).
 */
async function stateSql(state: TaxLienCriteria['currentOrExpired'], asked: Asked): Promise<Condition> {
  if (state === 'ALL') return () => '';
  const today = await asked.today();
  return (s) => {
    const current = `(expire_day >= ${s.bind(today, 'int')} AND release_day > ${s.bind(today, 'int')})`;
    return state === 'CURRENT' ? ` AND ${current}` : ` AND NOT ${current}`;
  };
}

/** The hits of a tax lien search (search/DESIGN.md#tax-liens). */
export async function lienHits(criteria: TaxLienCriteria, asked: Asked): Promise<Hits | undefined> {
  const condition = conditionOf[criteria.searchByTaxLienMethod](criteria, asked);
  const limits = limitsOf({ documentType: criteria.documentType }, asked.index);
  if (!condition || !limits) return undefined;
  const state = await stateSql(criteria.currentOrExpired, asked);
  return {
    unique: true,
    select: (s, generation) =>
      `SELECT ${asked.order.select()} FROM tax_lien WHERE generation = ${generation}${condition(s, generation)}${state(s, generation)}${limitSql(s, limits)}`,
  };
}
