import type { NameCriteria } from '@portal/proto/criteria/name';
import type { HotPrefix } from '../live-index/live-indexes.js';
import { beginningWith, exactly, foldName, nameWords, type TextRange } from '../matching/name.rules.js';
import type { Asked } from './asked.js';
import { limitSql, limitsOf } from './conditions.js';
import type { HitOrder } from './hit-order.js';
import type { Hits } from './hit-statement.js';
import { hotNameHits, roleSql, type NameLimits } from './hot-name-hits.js';
import type { Statement } from './statement.js';
import { nameSql, restOfName, wantedName, type WantedName } from './wanted-name.js';

const roles = { BOTH: undefined, GRANTORS: 'R', GRANTEES: 'E' } as const;

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

const finders: Readonly<Record<NameCriteria['matchMethod'], Finder>> = {
  BEGINS: ofParty(beginningWith),
  EXACT: ofParty(exactly),
  SOUNDS: bySound,
  WORD: byWord,
};

/** The typed names; undefined when one of them cannot be found. */
function namesWanted(c: NameCriteria): WantedName[] | undefined {
  const one = wantedName(
    c.grantorGranteeLastName1,
    c.grantorGranteeFirstName1,
    c.grantorGranteeMiddleInitial1,
  );
  if (c.grantorGranteeLastName2 === '') return one && [one];
  const two = wantedName(
    c.grantorGranteeLastName2,
    c.grantorGranteeFirstName2,
    c.grantorGranteeMiddleInitial2,
  );
  return one && two && [one, two];
}

/** The prefixes of the wanted names, if `name_hot` is the faster table for each of them. */
async function hotPrefixesOf(
  { matchMethod }: NameCriteria,
  names: readonly WantedName[],
  { hotPrefix }: Asked,
): Promise<[HotPrefix, HotPrefix?] | undefined> {
  if (matchMethod !== 'BEGINS' || names.some((name) => name.first !== '' || name.initial !== ''))
    return undefined;
  const [one, two] = await Promise.all(names.map((name) => hotPrefix(foldName(name.last))));
  if (!one || (names.length > 1 && !two)) return undefined;
  return [one, two];
}

/**
 * The hits of a name search (search/DESIGN.md#name-matching). And: both names on the same document in the chosen role;
 * Or: at least one of the names. A name without letter or digit finds nothing.
 */
export async function nameHits(criteria: NameCriteria, asked: Asked): Promise<Hits | undefined> {
  const { index, order } = asked;
  const common = limitsOf(criteria, index);
  const names = namesWanted(criteria);
  if (!common || !names) return undefined;
  const limits: NameLimits = { ...common, role: roles[criteria.grantorGranteeSearchIn] };
  const hot = await hotPrefixesOf(criteria, names, asked);
  const faster = hot && hotNameHits(hot, criteria.andOr, limits, order);
  if (faster) return faster;
  const find = finders[criteria.matchMethod];
  // set operations hash both sides; a nested loop over two common names would take many times longer
  // (search/DESIGN.md#the-read-model)
  const join = criteria.andOr === 'AND' ? 'INTERSECT' : 'UNION ALL';
  return {
    select: (s, generation) =>
      names.map((name) => `(${find(s, generation, name, limits, order)})`).join(` ${join} `),
  };
}
