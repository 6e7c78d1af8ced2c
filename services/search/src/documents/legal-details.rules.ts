import type { LegalDetails } from '@portal/proto/http/search-results';
import type { LegalFields, RecordLegals } from './legals.repository.js';

/** Columns of each table in their order; their headers are catalogue keys `results:legal.<column>`. */
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

/** A column that no row fills is left out; a table without rows has no headers. */
function tableOf(names: readonly string[], legals: readonly LegalFields[]): Table {
  const filled = names.filter((name) => legals.some((legal) => (legal[name] ?? '') !== ''));
  return {
    headers: filled.map((name) => `results:legal.${name}`),
    rows: legals.map((legal) => ({ legalDescriptionTypeDetails: filled.map((name) => legal[name] ?? '') })),
  };
}

const isCondo = ({ building = '', unit = '', garage = '' }: LegalFields): boolean =>
  building + unit + garage !== '';

/** The three tables of legal descriptions (B7-15, B7-18): what has a building, unit or garage is a condominium. */
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
