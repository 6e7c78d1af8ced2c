import { foldName } from '../matching/name.rules.js';
import { reject, requiredText, textOf, wholeNumber, type BundleRow } from './row.rules.js';

/** The quarters that a name covers, numbered in the order NE, NW, SW, SE; an empty name covers all four. */
const quarters: Readonly<Record<string, readonly number[]>> = {
  NE: [0],
  NW: [1],
  SW: [2],
  SE: [3],
  N: [0, 1],
  S: [2, 3],
  W: [1, 2],
  E: [0, 3],
  '': [0, 1, 2, 3],
};

/**
 * The mask of quarter q and of quarter qq inside it: one bit for each of a section's 16 quarter-quarters. Smaller
 * divisions are not in the mask.
 */
export function quarterMask(row: BundleRow): number {
  const [q, qq] = ['q', 'qq'].map((column) => {
    const text = textOf(row, column).toUpperCase();
    return quarters[text] ?? reject(column, 'no quarter or half of a section');
  });
  let mask = 0;
  for (const quarter of q ?? []) for (const part of qq ?? []) mask |= 1 << (quarter * 4 + part);
  return mask;
}

/**
 * Parses a lot or a range of lots ('7', '7-9', '7 THRU 9', also '9-7'); lots that are not numbers have the range 0 to
 * 0.
 */
export function lotRange(lot: string): { from: number; to: number } {
  const found = /^(\d{1,7})(?:\s*(?:-|THRU|TO)\s*(\d{1,7}))?$/.exec(lot.toUpperCase());
  if (!found) return { from: 0, to: 0 };
  const ends = [Number(found[1]), Number(found[2] ?? found[1])];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

/** Values of some columns in the compared form (`foldName`) and in the office's spelling (upper case). */
export interface Parts<C extends string> {
  readonly folded: Readonly<Record<C, string>>;
  readonly written: Readonly<Record<C, string>>;
}

function partsOf<C extends string>(row: BundleRow, columns: readonly C[]): Parts<C> {
  const folded = {} as Record<C, string>;
  const written = {} as Record<C, string>;
  for (const column of columns) {
    written[column] = textOf(row, column, 40).toUpperCase();
    folded[column] = foldName(written[column]);
  }
  return { folded, written };
}

/**
 * Returns, as JSON, the office's spelling of each column whose folded value differs from it; empty if no column
 * differs.
 */
export function writtenAs<C extends string>({ folded, written }: Parts<C>): string {
  const other: Record<string, string> = {};
  for (const column in written) if (written[column] !== folded[column]) other[column] = written[column];
  const json = JSON.stringify(other);
  return json === '{}' ? '' : json;
}

const lotsAndBlocksColumns = [
  'lot',
  'block',
  'sublot',
  'other_code',
  'other_lot',
  'building',
  'unit',
  'garage',
] as const;

export interface LotsAndBlocks {
  readonly platNumber: string;
  readonly parts: Parts<(typeof lotsAndBlocksColumns)[number]>;
  readonly lots: { from: number; to: number };
  readonly description: string;
}

export function lotsAndBlocks(row: BundleRow): LotsAndBlocks {
  const platNumber = foldName(requiredText(row, 'plat_number', 40));
  const parts = partsOf(row, lotsAndBlocksColumns);
  const { lot, block, unit, building } = parts.written;
  const composed = [
    unit && `UNIT ${unit}`,
    building && `BLDG ${building}`,
    lot && `LOT ${lot}`,
    block && `BLOCK ${block}`,
  ];
  return {
    platNumber,
    parts,
    lots: lotRange(lot),
    description: textOf(row, 'description') || composed.filter(Boolean).join(' ') || `PLAT ${platNumber}`,
  };
}

const metesAndBoundsColumns = [
  'base',
  'meridian',
  'municipality',
  'q',
  'qq',
  'qqq',
  'qqqq',
  'other_code',
  'other_lot',
] as const;

export interface MetesAndBounds {
  readonly section: number;
  readonly township: number;
  readonly range: number;
  readonly mask: number;
  readonly parts: Parts<(typeof metesAndBoundsColumns)[number]>;
  readonly description: string;
}

export function metesAndBounds(row: BundleRow): MetesAndBounds {
  const section = wholeNumber(row, 'section', 99);
  const township = wholeNumber(row, 'township', 999);
  const range = wholeNumber(row, 'range', 999);
  const parts = partsOf(row, metesAndBoundsColumns);
  const { q, qq, qqq, qqqq } = parts.written;
  const composed = [qqqq, qqq, qq, q, `SEC ${section} TWP ${township} RNG ${range}`];
  return {
    section,
    township,
    range,
    mask: quarterMask(row),
    parts,
    description: textOf(row, 'description') || composed.filter(Boolean).join(' '),
  };
}
