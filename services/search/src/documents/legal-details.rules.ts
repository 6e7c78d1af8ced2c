import type { LegalDetails } from '@portal/proto/http/search-results';
import type { LegalFields, RecordLegals } from './legals.repository.js';

/** Columns of each table in their order; their headers are catalog keys `server:legal.<column>`. */
const columns = {
  metesAndBounds: [
    'quarters',
    'section',
    'township',
    'range',
    'base',
    'meridian',
    'municipality',
    'otherLot',
    'description',
    'comment',
  ],
  lotsAndBlocks: ['plat', 'lot', 'block', 'sublot', 'otherLot', 'description', 'comment'],
  condo: [
    'plat',
    'building',
    'unit',
    'garage',
    'lot',
    'block',
    'sublot',
    'otherLot',
    'description',
    'comment',
  ],
} as const;

interface Table {
  readonly headers: string[];
  readonly rows: { legalDescriptionTypeDetails: string[] }[];
}

/** Values of columns that combine several columns of the read model. */
const valueOf: Readonly<Record<string, (legal: LegalFields) => string>> = {
  plat: (legal) => joined(legal, 'plat_no'),
  range: (legal) => joined(legal, 'range_no'),
  quarters: (legal) => joined(legal, 'qqqq', 'qqq', 'qq', 'q'),
  otherLot: (legal) => joined(legal, 'other_code', 'other_lot'),
};

const joined = (legal: LegalFields, ...names: string[]): string =>
  names
    .map((name) => legal[name] ?? '')
    .filter(Boolean)
    .join(' ');

const read = (legal: LegalFields, name: string): string =>
  (valueOf[name] ?? ((of) => joined(of, name)))(legal);

/** Builds a table and leaves out its empty columns; a table without rows has no headers. */
function tableOf(names: readonly string[], legals: readonly LegalFields[]): Table {
  const filled = names.filter((name) => legals.some((legal) => read(legal, name) !== ''));
  return {
    headers: filled.map((name) => `server:legal.${name}`),
    rows: legals.map((legal) => ({ legalDescriptionTypeDetails: filled.map((name) => read(legal, name)) })),
  };
}

const isCondo = ({ building = '', unit = '', garage = '' }: LegalFields): boolean =>
  building + unit + garage !== '';

/**
 * The three tables of legal descriptions (B7-15, B7-18). A description with a building, unit or garage is a
 * condominium.
 */
export function legalTables({ lotsAndBlocks, metesAndBounds }: RecordLegals): LegalDetails {
  const bounds = tableOf(columns.metesAndBounds, metesAndBounds);
  const lots = tableOf(
    columns.lotsAndBlocks,
    lotsAndBlocks.filter((legal) => !isCondo(legal)),
  );
  const condo = tableOf(columns.condo, lotsAndBlocks.filter(isCondo));
  return {
    metesAndBoundsHeaders: bounds.headers,
    metesAndBoundsRows: bounds.rows,
    lotsAndBlocksHeaders: lots.headers,
    lotsAndBlocksRows: lots.rows,
    condoHeaders: condo.headers,
    condoRows: condo.rows,
  };
}
