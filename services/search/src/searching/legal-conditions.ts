import type { LegalFields } from '@portal/proto/criteria/legal-fields';
import { lotRange, quarterMask } from '../import/legal.rules.js';
import { foldName } from '../matching/name.rules.js';
import { equalTexts } from './conditions.js';
import type { Statement } from './statement.js';

/** Column → required folded value; empty for fields that were not typed. */
type Equal = Readonly<Record<string, string>>;

/** Builds the condition for a wanted legal description on `legal_lb`, `legal_mb` or `tract_legal`. */
export type LegalCondition = (s: Statement) => string;

const isLess = (typed: Equal): boolean =>
  Object.values(typed).some((text) => text !== '' && foldName(text) === '');
const folded = (typed: Equal): Equal =>
  Object.fromEntries(Object.entries(typed).map(([column, text]) => [column, foldName(text)]));

/**
 * The condition for a lot. CONTAINS: at least one of the typed lots is in the row's range. EXACT: the typed range
 * equals the row's range. A lot that is not a number is compared as text in both cases
 * (search/DESIGN.md#legal-descriptions).
 */
function lotSql(s: Statement, { lot, searchMethod }: LegalFields): string {
  const { from, to } = lotRange(lot.trim());
  if (from === 0) return ` AND lot_from = 0${equalTexts(s, { lot: foldName(lot) })}`;
  const [first, last] = [s.bind(from, 'int'), s.bind(to, 'int')];
  return searchMethod === 'EXACT'
    ? ` AND lot_from = ${first} AND lot_to = ${last}`
    : ` AND lot_from <= ${last} AND lot_to >= ${first}`;
}

/** True for a search of a whole plat, which names no lot, block or other part of the plat. */
export const isWholePlat = (c: LegalFields): boolean =>
  c.legalType === 'LB' &&
  [c.lot, c.block, c.sublot, c.otherLotCodeLb, c.otherLotLb, c.building, c.unit, c.garage].join('') === '';

function lotsAndBlocks(c: LegalFields): LegalCondition | undefined {
  const typed = {
    plat_no: c.plat,
    block: c.block,
    sublot: c.sublot,
    other_code: c.otherLotCodeLb,
    other_lot: c.otherLotLb,
    building: c.building,
    unit: c.unit,
    garage: c.garage,
  };
  if (c.plat === '' || isLess({ ...typed, lot: c.lot })) return undefined;
  return (s) => `${equalTexts(s, folded(typed))}${c.lot === '' ? '' : lotSql(s, c)}`;
}

/**
 * The mask has a bit for each of the sixteen quarter-quarters of a section. Smaller divisions (`qqq` and `qqqq`) are
 * compared only in an EXACT search.
 */
function quarterSql(s: Statement, { q, qq, qqq, qqqq, searchMethod }: LegalFields): string {
  if (q + qq + qqq + qqqq === '') return '';
  const mask = s.bind(quarterMask({ q, qq }), 'int');
  return searchMethod === 'EXACT'
    ? ` AND qmask = ${mask}${equalTexts(s, { qqq, qqqq })}`
    : ` AND qmask & ${mask} > 0`;
}

const largestSmallint = 32_767;

function metesAndBounds(c: LegalFields): LegalCondition | undefined {
  const typed = {
    base: c.base,
    meridian: c.meridian,
    municipality: c.municipality,
    other_code: c.otherLotCodeMb,
    other_lot: c.otherLotMb,
  };
  const numbers = { township: c.township, range_no: c.range, section: c.section };
  const places = Object.entries(numbers).filter(([, text]) => text !== '');
  if (isLess(typed) || places.some(([, text]) => !(Number(text) <= largestSmallint))) return undefined;
  return (s) =>
    places.map(([column, text]) => ` AND ${column} = ${s.bind(Number(text), 'smallint')}`).join('') +
    equalTexts(s, folded(typed)) +
    quarterSql(s, c);
}

/**
 * The condition for a legal description. Undefined when nothing can match: a text without letter or digit, or a number
 * beyond all townships.
 */
export const legalCondition = (c: LegalFields): LegalCondition | undefined =>
  c.legalType === 'LB' ? lotsAndBlocks(c) : metesAndBounds(c);
