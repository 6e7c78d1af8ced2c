import type { NameCriteria } from '@portal/proto/criteria/name';
import type { LiveIndex } from '../live-index/live-indexes.js';
import {
  beginningWith,
  exactly,
  foldInitial,
  foldName,
  nameWords,
  type TextRange,
} from '../matching/name.rules.js';
import { minutesPerDay, typedDayOrdinal } from '../matching/recorded.rules.js';
import type { HitOrder } from './hit-order.js';
import { hitCap, type Hits } from './hit-statement.js';
import type { Statement } from './statement.js';

interface NameWanted {
  readonly last: string;
  /** Folded; empty matches every one. */
  readonly first: string;
  readonly initial: string;
}

/** What every hit must fulfil besides the name. */
interface Limits {
  readonly fromMinute: number;
  readonly belowMinute: number;
  readonly documentType: string | undefined;
  readonly group: number | undefined;
  readonly role: 'R' | 'E' | undefined;
}

const rangeSql = (s: Statement, column: string, { from, below }: TextRange): string =>
  `${column} >= ${s.bind(from, 'text')} AND ${column} < ${s.bind(below, 'text')}`;

/** Undefined when the criteria name something that the index cannot have: nothing is found then. */
function limitsOf(criteria: NameCriteria, index: LiveIndex): Limits | undefined {
  const from = typedDayOrdinal(criteria.fromRecordedDate);
  const to = typedDayOrdinal(criteria.toRecordedDate);
  const groupCode = criteria.instrumentGroup.toUpperCase();
  const group = index.groups.find(({ code }) => code === groupCode)?.grp;
  if (from === undefined || to === undefined || (groupCode !== 'ALL' && group === undefined))
    return undefined;
  const documentType = criteria.documentType.toUpperCase();
  const roles = { BOTH: undefined, GRANTORS: 'R', GRANTEES: 'E' } as const;
  return {
    fromMinute: from * minutesPerDay,
    belowMinute: (to + 1) * minutesPerDay,
    documentType: documentType === 'ALL' ? undefined : documentType,
    group: groupCode === 'ALL' ? undefined : group,
    role: roles[criteria.grantorGranteeSearchIn],
  };
}

function limitSql(s: Statement, limits: Limits): string {
  const parts = [
    `rec_key >= ${s.bind(limits.fromMinute, 'int')}`,
    `rec_key < ${s.bind(limits.belowMinute, 'int')}`,
    limits.documentType !== undefined && `doc_type = ${s.bind(limits.documentType, 'text')}`,
    limits.group !== undefined && `grp = ${s.bind(limits.group, 'smallint')}`,
  ];
  return parts.filter(Boolean).join(' AND ');
}

const roleSql = (s: Statement, { role }: Limits): string =>
  role === undefined ? '' : ` AND role = ${s.bind(role, 'text')}`;

/** `name_hot` has one row per document and name, with both roles in it. */
const rolesSql = ({ role }: Limits): string =>
  role === undefined ? '' : ` AND roles & ${role === 'R' ? 1 : 2} > 0`;

function restOfName(s: Statement, name: NameWanted, first: (text: string) => TextRange): string {
  const firstSql = name.first === '' ? '' : ` AND ${rangeSql(s, 'first_name', first(name.first))}`;
  return firstSql + (name.initial === '' ? '' : ` AND mi = ${s.bind(name.initial, 'text')}`);
}

type Finder = (s: Statement, generation: string, name: NameWanted, limits: Limits, order: HitOrder) => string;

const ofParty =
  (range: (text: string) => TextRange): Finder =>
  (s, generation, name, limits, order) =>
    `SELECT ${order.select} FROM party WHERE generation = ${generation}
      AND ${rangeSql(s, 'last_name', range(foldName(name.last)))}${restOfName(s, name, range)}${roleSql(s, limits)} AND ${limitSql(s, limits)}`;

/** Daitch-Mokotoff sounds of the last name; the first name begins as typed (search.md 1). */
const bySound: Finder = (s, generation, name, limits, order) =>
  `SELECT ${order.select} FROM party WHERE generation = ${generation} AND last_name IN
    (SELECT last_name FROM name_sound WHERE generation = ${generation}
      AND code = ANY (public.daitch_mokotoff(${s.bind(foldName(name.last), 'text')})))${restOfName(s, name, beginningWith)}${roleSql(s, limits)}
    AND ${limitSql(s, limits)}`;

/** Names that hold every typed word; a name of one word stands in `party` only (search.md 2). */
const byWord: Finder = (s, generation, name, limits, order) => {
  const words = nameWords(name.last);
  const rest = (): string =>
    `${restOfName(s, name, beginningWith)}${roleSql(s, limits)} AND ${limitSql(s, limits)}`;
  const ofWord = (word: string, select: string): string =>
    `SELECT ${select} FROM party_word WHERE generation = ${generation} AND word = ${s.bind(word, 'text')}${rest()}`;
  const [only] = words;
  if (words.length === 1 && only !== undefined) {
    return `${ofParty(exactly)(s, generation, { last: only, first: '', initial: '' }, limits, order)}${restOfName(s, name, beginningWith)}
      UNION ALL ${ofWord(only, order.select)}`;
  }
  const party = `${order.select}, role, seq`;
  const parts = words.slice(0, 8).map((word) => `(${ofWord(word, party)})`);
  return `SELECT ${order.names} FROM (${parts.join(' INTERSECT ')}) w`;
};

/** The ordered rows of the hot names give the first hits without sorting all; the others come from `party`. */
const ofHotNames: Finder = (s, generation, name, limits, order) => {
  const prefix = rangeSql(s, 'n.last_name', beginningWith(foldName(name.last)));
  const rows = limitSql(s, limits);
  const from = (table: string, role: string, cap: string): string =>
    `SELECT ${order.select} FROM ${table} p WHERE p.generation = ${generation} AND p.last_name = n.last_name AND ${rows}${role}${cap}`;
  const names = (hot: string, hits: string): string =>
    `SELECT l.* FROM name_dict n CROSS JOIN LATERAL (${hits}) l WHERE n.generation = ${generation} AND ${hot} AND ${prefix}`;
  return `${names('n.hot', from('name_hot', rolesSql(limits), ` ORDER BY ${order.tableOrder} LIMIT ${hitCap}`))}
    UNION ALL ${names('NOT n.hot', from('party', roleSql(s, limits), ''))}`;
};

const finders: Readonly<Record<NameCriteria['matchMethod'], Finder>> = {
  BEGINS: ofParty(beginningWith),
  EXACT: ofParty(exactly),
  SOUNDS: bySound,
  WORD: byWord,
};

/** The names of the criteria, folded; one without letter or digit finds nothing. */
export function namesWanted(criteria: NameCriteria): NameWanted[] {
  const wanted = ([1, 2] as const).map((nth) => ({
    last: criteria[`grantorGranteeLastName${nth}`],
    first: foldName(criteria[`grantorGranteeFirstName${nth}`]),
    initial: foldInitial(criteria[`grantorGranteeMiddleInitial${nth}`]),
  }));
  return wanted.filter((name, at) => at === 0 || name.last !== '');
}

/** The folded prefix whose hot names may be the faster way; undefined when another way is due. */
export function hotCandidate(criteria: NameCriteria): string | undefined {
  const [one, two] = namesWanted(criteria);
  if (!one || two || criteria.matchMethod !== 'BEGINS' || one.first !== '' || one.initial !== '')
    return undefined;
  const prefix = foldName(one.last);
  return prefix === '' ? undefined : prefix;
}

/**
 * The hits of a name search (search.md 1 to 3). And: both names on the same document in the chosen role; Or: either.
 * @param hot the hot names are the faster way (`hotCandidate`)
 */
export function nameHits(
  criteria: NameCriteria,
  index: LiveIndex,
  order: HitOrder,
  hot: boolean,
): Hits | undefined {
  const limits = limitsOf(criteria, index);
  const names = namesWanted(criteria);
  if (!limits || names.some(({ last }) => foldName(last) === '')) return undefined;
  const find = hot ? ofHotNames : finders[criteria.matchMethod];
  const [one, two] = names;
  if (!one) return undefined;
  if (!two) return (s, generation) => find(s, generation, one, limits, order);
  const join = criteria.andOr === 'AND' ? 'INTERSECT' : 'UNION ALL';
  return (s, generation) =>
    `(${find(s, generation, one, limits, order)}) ${join} (${find(s, generation, two, limits, order)})`;
}
