import { documentKeyAt } from '../matching/document-number.rules.js';
import { lotsAndBlocks, metesAndBounds, writtenAs } from './legal.rules.js';
import { identityOf, oneOf, textOf, type BundleRow, type StagedRow } from './row.rules.js';
import { documentColumns, type StagedFile } from './staged-file.js';

/** Columns of a legal description in the staging tables, in the order of `legalValues`. */
export const legalColumns = `kind text COLLATE "C", plat_no text COLLATE "C", lot text COLLATE "C", lot_from int,
  lot_to int, block text COLLATE "C", sublot text COLLATE "C", other_code text COLLATE "C", other_lot text COLLATE "C",
  building text COLLATE "C", unit text COLLATE "C", garage text COLLATE "C", section int, township int, range_no int,
  base text, meridian text, municipality text, q text, qq text, qqq text, qqqq text, qmask int, written text,
  description text, comment text`;

/**
 * Returns the columns of a legal description. Values that searches compare are folded. The column `written` keeps the
 * office's spelling of each value that folding has changed.
 */
export function legalValues(row: BundleRow): { values: StagedRow; description: string; comment: string } {
  const comment = textOf(row, 'comment');
  if (oneOf(row, 'kind', ['LB', 'MB']) === 'LB') {
    const { platNumber, parts, lots, description } = lotsAndBlocks(row);
    const { lot, block, sublot, other_code, other_lot, building, unit, garage } = parts.folded;
    const ofPlat = [lots.from, lots.to, block, sublot, other_code, other_lot, building, unit, garage];
    const noPlace = [0, 0, 0, '', '', '', '', '', '', '', 0];
    const values = ['LB', platNumber, lot, ...ofPlat, ...noPlace, writtenAs(parts), description, comment];
    return { values, description, comment };
  }
  const { section, township, range, mask, parts, description } = metesAndBounds(row);
  const { base, meridian, municipality, q, qq, qqq, qqqq, other_code, other_lot } = parts.folded;
  const noPlat = ['', '', 0, 0, '', '', other_code, other_lot, '', '', ''];
  const place = [section, township, range, base, meridian, municipality, q, qq, qqq, qqqq, mask];
  return {
    values: ['MB', ...noPlat, ...place, writtenAs(parts), description, comment],
    description,
    comment,
  };
}

export const legals: StagedFile = {
  file: 'legals.csv',
  table: 'staged_legal',
  columns: `sk_doc bigint, json text, ${legalColumns}`,
  header: [...documentColumns, 'kind'],
  stage: (row) => {
    const { ordinal } = identityOf(row);
    const { values, description, comment } = legalValues(row);
    return [ordinal, JSON.stringify({ description, comment, docId: documentKeyAt(ordinal) }), ...values];
  },
};
