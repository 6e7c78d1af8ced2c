import type { NameCriteria } from '@portal/proto/criteria/name';
import type { HotPrefix } from '../live-index/live-indexes.js';
import { beginningWith, exactly, foldName, nameWords, type TextRange } from '../matching/name.rules.js';
import type { Asked } from './asked.js';
import { limitSql, limitsOf } from './conditions.js';
import type { HitOrder } from './hit-order.js';
import type { Hits } from './hit-statement.js';
import { hotNameHits, roleSql, type NameLimits } from './hot-name-hits.js';
import type { Statement } from './statement.js';
import { comparisonOf, namePairHits } from './name-pair-hits.js';
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

const isWhole = ({ first, initial }: WantedName): boolean => first === '' && initial === '';

/** The prefixes of the wanted names, if `name_hot` is the faster table for each of them. */
async function hotPrefixesOf(
  { matchMethod }: NameCriteria,
  names: readonly WantedName[],
  { hotPrefix }: Asked,
): Promise<[HotPrefix, HotPrefix?] | undefined> {
  if (matchMethod !== 'BEGINS' || !names.every(isWhole)) return undefined;
  const [one, two] = await Promise.all(names.map((name) => hotPrefix(foldName(name.last))));
  if (!one || (names.length > 1 && !two)) return undefined;
  return [one, two];
}

/**
 * Finds the records that have both names, in the table of name pairs; undefined if this table cannot answer the search.
 */
function pairHits(
  { matchMethod, andOr }: NameCriteria,
  names: readonly WantedName[],
  limits: NameLimits,
  { index, order }: Asked,
): Hits | undefined {
  const [one, two] = names;
  const comparison = comparisonOf(matchMethod);
  if (andOr !== 'AND' || !one || !two || !comparison || !names.every(isWhole)) return undefined;
  return namePairHits([foldName(one.last), foldName(two.last)], comparison, index, limits, order);
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
  const paired = pairHits(criteria, names, limits, asked);
  if (paired) return paired;
  const hot = await hotPrefixesOf(criteria, names, asked);
  const faster = hot && hotNameHits(hot, criteria.andOr, limits, order);
  if (faster) return faster;
  const find = finders[criteria.matchMethod];
  return {
    select: (s, generation) => {
      const parts = names.map((name) => find(s, generation, name, limits, order));
      const [one, two] = names;
      if (criteria.andOr !== 'AND' || !one || !two)
        return parts.map((part) => `(${part})`).join(' UNION ALL ');
      const range = comparisonOf(criteria.matchMethod)?.range;
      if (!range) return inBoth(parts);
      const onDocument = [one, two].map(
        (name) => `p.generation = ${generation} AND ${nameSql(s, name, range)}${roleSql(s, limits)}`,
      );
      return startingWithFewer(order, parts, onDocument);
    },
  };
}

// set operations hash both sides; a nested loop over two common names would take many times longer
// (search/DESIGN.md#the-read-model)
const inBoth = (parts: readonly string[]): string => parts.map((part) => `(${part})`).join(' INTERSECT ');

/**
 * If at most this many parties have one of the names, only their documents are checked for the other name, one by one.
 */
const fewParties = 100;

/**
 * Selects the hits that are in both `parts`. If one part has few rows, the other part, which may have very many, is not
 * read as a whole; only the documents of the few rows are looked up in it. Of the three SELECTs (the first part has few
 * rows, the second has, neither has), PostgreSQL runs only one, because it counts these rows first.
 * @param onDocument for each part the condition on rows `p` of `party`
 */
function startingWithFewer(
  { names }: HitOrder,
  parts: readonly string[],
  onDocument: readonly string[],
): string {
  const few = parts.map((part, nth) => `few_${nth} AS MATERIALIZED (${part} LIMIT ${fewParties + 1})`);
  const isFew = (nth: number): string => `(SELECT count(*) <= ${fewParties} FROM few_${nth})`;
  const from = (nth: number): string => `SELECT ${names} FROM few_${nth} f CROSS JOIN LATERAL
    (SELECT 1 FROM party p WHERE p.sk_doc = f.id AND ${onDocument[1 - nth] ?? ''} LIMIT 1) o`;
  return `WITH ${few.join(', ')} ${from(0)} WHERE ${isFew(0)}
    UNION ALL ${from(1)} WHERE NOT ${isFew(0)} AND ${isFew(1)}
    UNION ALL SELECT ${names} FROM (${inBoth(parts)}) b WHERE NOT ${isFew(0)} AND NOT ${isFew(1)}`;
}
