import type { LegalFields } from '@portal/proto/criteria/legal-fields';
import { plain } from './plain-folding.js';
import type { PlainPlat } from './plain-county.js';

/** The names of the quarter-quarters that a description covers: 'NE NE', 'NE NW', … */
type Quarters = ReadonlySet<string>;

const lotColumns = ['block', 'sublot', 'building', 'unit', 'garage'] as const;
const boundColumns = ['base', 'meridian', 'municipality'] as const;

export interface PlainLegal {
  readonly kind: string;
  readonly plat: string;
  /** The lot as text, folded; `lots` are the first and the last lot number that it covers. */
  readonly lot: string;
  readonly lots: readonly [number, number] | undefined;
  readonly section: number;
  readonly township: number;
  readonly range: number;
  readonly quarters: Quarters;
  readonly qqq: string;
  readonly qqqq: string;
  readonly otherCode: string;
  readonly otherLot: string;
  readonly parts: Readonly<Record<string, string>>;
  /** Values in the office's spelling, by column. */
  readonly written: Readonly<Record<string, string>>;
}

const four = ['NE', 'NW', 'SW', 'SE'];

/** The quarters within a half (such as N) or a quarter; all four quarters if `part` is empty. */
const within = (part: string): string[] =>
  four.filter((quarter) => part === '' || quarter === part || (part.length === 1 && quarter.includes(part)));

function quartersOf(q: string, qq: string): Quarters {
  return new Set(within(q).flatMap((outer) => within(qq).map((inner) => `${outer} ${inner}`)));
}

function lotsOf(lot: string): readonly [number, number] | undefined {
  const ends = lot.split(/\s*(?:-|THRU|TO)\s*/).map((end) => (/^\d+$/.test(end) ? Number(end) : NaN));
  const [from = NaN, to = from] = ends;
  return Number.isNaN(from) || Number.isNaN(to) || ends.length > 2 ? undefined : [from, to];
}

const writtenColumns = [
  'plat_number',
  'lot',
  'block',
  'sublot',
  'other_code',
  'other_lot',
  'building',
  'unit',
  'garage',
  'section',
  'township',
  'range',
  'base',
  'meridian',
  'municipality',
  'q',
  'qq',
  'qqq',
  'qqqq',
];

const kept = new Map<string, Quarters>();

/** A legal description of a row of legals.csv or tract_books.csv. */
export function legalOf(row: (column: string) => string): PlainLegal {
  const quarter = `${row('q')}/${row('qq')}`;
  const quarters = kept.get(quarter) ?? quartersOf(row('q'), row('qq'));
  kept.set(quarter, quarters);
  const values = writtenColumns.map((column) => [column, row(column)] as const);
  return {
    kind: row('kind'),
    plat: plain(row('plat_number')),
    lot: plain(row('lot')),
    lots: lotsOf(row('lot')),
    section: Number(row('section')),
    township: Number(row('township')),
    range: Number(row('range')),
    quarters,
    qqq: row('qqq'),
    qqqq: row('qqqq'),
    otherCode: plain(row('other_code')),
    otherLot: plain(row('other_lot')),
    parts: Object.fromEntries([...lotColumns, ...boundColumns].map((column) => [column, plain(row(column))])),
    written: Object.fromEntries(values.filter(([, value]) => value !== '')),
  };
}

const same = (typed: string, value: string): boolean => plain(typed) === '' || plain(typed) === value;

/** Numbered lots must overlap the row's range, or equal it in an exact search. Other lots must be the same text. */
function lotMatcher(c: LegalFields): (legal: PlainLegal) => boolean {
  if (c.lot === '') return () => true;
  const asked = lotsOf(c.lot.toUpperCase());
  if (!asked) return ({ lot, lots }) => !lots && lot === plain(c.lot);
  const [from, to] = asked;
  return ({ lots }) =>
    lots !== undefined &&
    (c.searchMethod === 'EXACT' ? lots[0] === from && lots[1] === to : lots[0] <= to && from <= lots[1]);
}

function quarterMatcher(c: LegalFields): (legal: PlainLegal) => boolean {
  const asked = quartersOf(c.q, c.qq);
  const finer = (legal: PlainLegal): boolean =>
    (c.qqq === '' || c.qqq === legal.qqq) && (c.qqqq === '' || c.qqqq === legal.qqqq);
  const isGiven = c.q + c.qq + c.qqq + c.qqqq !== '';
  if (c.searchMethod === 'EXACT')
    return (legal) =>
      finer(legal) && (!isGiven || [...legal.quarters].sort().join() === [...asked].sort().join());
  return ({ quarters }) => !isGiven || [...quarters].some((quarter) => asked.has(quarter));
}

/** True if a legal description matches the criteria (search/DESIGN.md#legal-descriptions). */
export function legalMatcher(c: LegalFields): (legal: PlainLegal) => boolean {
  if (c.legalType === 'LB') {
    const [plat, isLot] = [plain(c.plat), lotMatcher(c)];
    return (legal) =>
      legal.kind === 'LB' &&
      legal.plat === plat &&
      lotColumns.every((column) => same(c[column], legal.parts[column] ?? '')) &&
      same(c.otherLotCodeLb, legal.otherCode) &&
      same(c.otherLotLb, legal.otherLot) &&
      isLot(legal);
  }
  const isQuarter = quarterMatcher(c);
  const equal = (typed: string, value: number): boolean => typed === '' || Number(typed) === value;
  return (legal) =>
    legal.kind === 'MB' &&
    equal(c.township, legal.township) &&
    equal(c.range, legal.range) &&
    equal(c.section, legal.section) &&
    boundColumns.every((column) => same(c[column], legal.parts[column] ?? '')) &&
    same(c.otherLotCodeMb, legal.otherCode) &&
    same(c.otherLotMb, legal.otherLot) &&
    isQuarter(legal);
}

/**
 * Returns the field for which a search is refused: the plat is unknown, or the typed number or name is not that of the
 * chosen plat.
 */
export function refusedPlatField(criteria: object, plats: readonly PlainPlat[]): string | undefined {
  const c = criteria as Partial<Record<'legalType' | 'plat' | 'platNumber' | 'platName', string>>;
  if (c.plat === undefined || c.legalType === 'MB') return undefined;
  const asked = plain(c.plat);
  const plat = plats.find(({ number }) => plain(number) === asked);
  const differs = (sent = '', own = ''): boolean => sent !== '' && plain(sent) !== plain(own);
  if (!plat || differs(c.platNumber, plat.number)) return 'platNumber';
  return differs(c.platName, plat.name) ? 'platName' : undefined;
}
