import { foldName } from '../matching/name.rules.js';
import { reject, requiredText, textOf, wholeNumber, type BundleRow } from './row.rules.js';

/** Bits of the 16 quarter-quarters of a section: four per quarter, quarters in the order NE, NW, SW, SE. */
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

/** Quarter q, and quarter qq of that quarter, as a mask; finer quarters lie inside and widen nothing. */
export function quarterMask(row: BundleRow): number {
  const [q, qq] = ['q', 'qq'].map((column) => {
    const text = textOf(row, column).toUpperCase();
    return quarters[text] ?? reject(column, 'no quarter or half of a section');
  });
  let mask = 0;
  for (const quarter of q ?? []) for (const part of qq ?? []) mask |= 1 << (quarter * 4 + part);
  return mask;
}

/** A lot or a range of lots ('7', '7-9', '7 THRU 9'); lots that are no numbers have the range 0 to 0. */
export function lotRange(lot: string): { from: number; to: number } {
  const found = /^(\d{1,7})(?:\s*(?:-|THRU|TO)\s*(\d{1,7}))?$/.exec(lot.toUpperCase());
  if (!found) return { from: 0, to: 0 };
  const from = Number(found[1]);
  return { from, to: Math.max(from, Number(found[2] ?? found[1])) };
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
  readonly values: Readonly<Record<(typeof lotsAndBlocksColumns)[number], string>>;
  readonly lots: { from: number; to: number };
  readonly description: string;
}

export function lotsAndBlocks(row: BundleRow): LotsAndBlocks {
  const platNumber = foldName(requiredText(row, 'plat_number', 40));
  const values = Object.fromEntries(
    lotsAndBlocksColumns.map((column) => [column, textOf(row, column, 40).toUpperCase()]),
  ) as LotsAndBlocks['values'];
  const { lot, block, unit, building } = values;
  const composed = [
    unit && `UNIT ${unit}`,
    building && `BLDG ${building}`,
    lot && `LOT ${lot}`,
    block && `BLOCK ${block}`,
  ];
  return {
    platNumber,
    values,
    lots: lotRange(lot),
    description: textOf(row, 'description') || composed.filter(Boolean).join(' ') || `PLAT ${platNumber}`,
  };
}

export interface MetesAndBounds {
  readonly section: number;
  readonly township: number;
  readonly range: number;
  readonly mask: number;
  readonly description: string;
}

export function metesAndBounds(row: BundleRow): MetesAndBounds {
  const section = wholeNumber(row, 'section', 99);
  const township = wholeNumber(row, 'township', 999);
  const range = wholeNumber(row, 'range', 999);
  const quarter = ['qqqq', 'qqq', 'qq', 'q'].map((column) => textOf(row, column, 10)).filter(Boolean);
  const composed = [...quarter, `SEC ${section} TWP ${township} RNG ${range}`].join(' ');
  return {
    section,
    township,
    range,
    mask: quarterMask(row),
    description: textOf(row, 'description') || composed,
  };
}
