import type { NameCriteria } from '@portal/proto/criteria/name';
import { beginningWith, exactly, foldName, nameWords, type TextRange } from '../matching/name.rules.js';
import type { Asked } from './asked.js';
import { limitSql, limitsOf, rangeSql, type Limits } from './conditions.js';
import type { HitOrder } from './hit-order.js';
import { hitCap, type Hits } from './hit-statement.js';
import type { Statement } from './statement.js';
import { nameSql, restOfName, wantedName, type WantedName } from './wanted-name.js';

/** Conditions on every hit besides the name. */
interface NameLimits extends Limits {
  readonly role: 'R' | 'E' | undefined;
}

const roles = { BOTH: undefined, GRANTORS: 'R', GRANTEES: 'E' } as const;

const roleSql = (s: Statement, { role }: NameLimits): string =>
  role === undefined ? '' : ` AND role = ${s.bind(role, 'text')}`;

/** The condition for the chosen roles; `name_hot` has one row per document and name, with both roles in it. */
const rolesSql = ({ role }: NameLimits): string =>
  role === undefined ? '' : ` AND roles & ${role === 'R' ? 1 : 2} > 0`;

type Finder = (
  s: Statement,
  generation: string,
  name: WantedName,
  limits: NameLimits,
  order: HitOrder,
) => string;

const ofParty =
  (range: (text: string) => TextRange): Finder =>
  (s, generation, name, limits, order) =>
    `SELECT ${order.select()} FROM party WHERE generation = ${generation} AND ${nameSql(s, name, range)}${roleSql(s, limits)}${limitSql(s, limits)}`;

/**
 * Finds names by the Daitch-Mokotoff sounds of the last name; the first name must begin with the typed text
 * (search/DESIGN.md#name-matching).
 */
const bySound: Finder = (s, generation, name, limits, order) =>
  `SELECT ${order.select()} FROM party WHERE generation = ${generation} AND last_name IN
    (SELECT last_name FROM name_sound WHERE generation = ${generation}
      AND code = ANY (public.daitch_mokotoff(${s.bind(foldName(name.last), 'text')})))${restOfName(s, name)}${roleSql(s, limits)}${limitSql(s, limits)}`;

/**
 * Finds names that contain every typed word; names of one word are in `party` but not in `party_word`
 * (search/DESIGN.md#business-names).
 */
const byWord: Finder = (s, generation, name, limits, order) => {
  const words = nameWords(name.last);
  const rest = (): string => `${restOfName(s, name)}${roleSql(s, limits)}${limitSql(s, limits)}`;
  const ofWord = (word: string, select: string): string =>
    `SELECT ${select} FROM party_word WHERE generation = ${generation} AND word = ${s.bind(word, 'text')}${rest()}`;
  const [only] = words;
  if (words.length === 1 && only !== undefined) {
    return `${ofParty(exactly)(s, generation, { last: only, first: '', initial: '' }, limits, order)}${restOfName(s, name)}
      UNION ALL ${ofWord(only, order.select())}`;
  }
  const party = `${order.select()}, role, seq`;
  const parts = words.map((word) => `(${ofWord(word, party)})`);
  return `SELECT ${order.names} FROM (${parts.join(' INTERSECT ')}) w`;
};

/**
 * `name_hot` has the sorted documents of frequent names, so their first hits are found without sorting all of them; the
 * hits of the other names come from `party`.
 */
const ofHotNames: Finder = (s, generation, name, limits, order) => {
  const prefix = rangeSql(s, 'n.last_name', beginningWith(foldName(name.last)));
  const rows = limitSql(s, limits);
  const from = (table: string, role: string, cap: string): string =>
    `SELECT ${order.select()} FROM ${table} p WHERE p.generation = ${generation} AND p.last_name = n.last_name${rows}${role}${cap}`;
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

function namesWanted(c: NameCriteria): [WantedName, WantedName?] {
  const one = wantedName(
    c.grantorGranteeLastName1,
    c.grantorGranteeFirstName1,
    c.grantorGranteeMiddleInitial1,
  );
  if (c.grantorGranteeLastName2 === '') return [one];
  return [
    one,
    wantedName(c.grantorGranteeLastName2, c.grantorGranteeFirstName2, c.grantorGranteeMiddleInitial2),
  ];
}

const canBeHot = (criteria: NameCriteria, [one, two]: [WantedName, WantedName?]): boolean =>
  !two && criteria.matchMethod === 'BEGINS' && one.first === '' && one.initial === '';

/**
 * The hits of a name search (search/DESIGN.md#name-matching). And: both names on the same document in the chosen role;
 * Or: at least one of the names. A name without letter or digit finds nothing.
 */
export async function nameHits(
  criteria: NameCriteria,
  { index, order, isHot }: Asked,
): Promise<Hits | undefined> {
  const common = limitsOf(criteria, index);
  const names = namesWanted(criteria);
  const [one, two] = names;
  if (!common || names.some((name) => name && foldName(name.last) === '')) return undefined;
  const limits: NameLimits = { ...common, role: roles[criteria.grantorGranteeSearchIn] };
  const hot = canBeHot(criteria, names) && (await isHot(foldName(one.last)));
  const find = hot ? ofHotNames : finders[criteria.matchMethod];
  if (!two) return { select: (s, generation) => find(s, generation, one, limits, order) };
  // set operations hash both sides; a nested loop over two common names would take many times longer
  // (search/DESIGN.md#the-read-model)
  const join = criteria.andOr === 'AND' ? 'INTERSECT' : 'UNION ALL';
  return {
    select: (s, generation) =>
      `(${find(s, generation, one, limits, order)}) ${join} (${find(s, generation, two, limits, order)})`,
  };
}
