import type { LiveIndex } from '../live-index/live-indexes.js';
import type { TextRange } from '../matching/name.rules.js';
import { minutesPerDay, typedDayOrdinal } from '../matching/recorded.rules.js';
import type { Statement } from './statement.js';

/** Condition: the column is within a range of folded texts. */
export const rangeSql = (s: Statement, column: string, { from, below }: TextRange): string =>
  `${column} >= ${s.bind(from, 'text')} AND ${column} < ${s.bind(below, 'text')}`;

/** ` AND column = …` for each text that is not empty. */
export const equalTexts = (s: Statement, texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .filter(([, text]) => text !== '')
    .map(([column, text]) => ` AND ${column} = ${s.bind(text, 'text')}`)
    .join('');

/** Conditions on the key columns of hits. */
export interface Limits {
  readonly fromMinute?: number;
  readonly belowMinute?: number;
  readonly documentType?: string;
  readonly group?: number;
}

interface LimitingCriteria {
  readonly fromRecordedDate?: string;
  readonly toRecordedDate?: string;
  readonly documentType?: string;
  readonly instrumentGroup?: string;
}

/**
 * The limits that the criteria set. Undefined when a chosen group is not in the index, or a date is invalid; then
 * nothing is found.
 */
export function limitsOf(criteria: LimitingCriteria, index: LiveIndex): Limits | undefined {
  const days = recordedDays(criteria);
  const groupCode = (criteria.instrumentGroup ?? 'ALL').toUpperCase();
  const group = index.groups.find(({ code }) => code === groupCode)?.grp;
  if (!days || (groupCode !== 'ALL' && group === undefined)) return undefined;
  const documentType = (criteria.documentType ?? 'ALL').toUpperCase();
  return {
    ...days,
    ...(documentType !== 'ALL' && { documentType }),
    ...(groupCode !== 'ALL' && group !== undefined && { group }),
  };
}

function recordedDays({ fromRecordedDate, toRecordedDate }: LimitingCriteria): Limits | undefined {
  if (fromRecordedDate === undefined || toRecordedDate === undefined) return {};
  const [from, to] = [typedDayOrdinal(fromRecordedDate), typedDayOrdinal(toRecordedDate)];
  if (from === undefined || to === undefined) return undefined;
  return { fromMinute: from * minutesPerDay, belowMinute: (to + 1) * minutesPerDay };
}

/** Returns one SQL condition, each beginning with ` AND `, for every limit that is set; empty if none is. */
export function limitSql(s: Statement, limits: Limits, prefix = ''): string {
  const { fromMinute, belowMinute, documentType, group } = limits;
  const parts = [
    fromMinute !== undefined && ` AND ${prefix}rec_key >= ${s.bind(fromMinute, 'int')}`,
    belowMinute !== undefined && ` AND ${prefix}rec_key < ${s.bind(belowMinute, 'int')}`,
    documentType !== undefined && ` AND ${prefix}doc_type = ${s.bind(documentType, 'text')}`,
    group !== undefined && ` AND ${prefix}grp = ${s.bind(group, 'smallint')}`,
  ];
  return parts.filter(Boolean).join('');
}

/**
 * Like `limitSql`, but hides the limits from PostgreSQL's planner behind `coalesce`. The planner then expects half of
 * the rows to pass, and does not choose an index for the sake of the limits.
 */
export function unplannedLimitSql(s: Statement, limits: Limits): string {
  const conditions = limitSql(s, limits);
  return conditions === '' ? '' : ` AND coalesce(true${conditions}, false)`;
}
