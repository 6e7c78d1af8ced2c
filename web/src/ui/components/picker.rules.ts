import type { CodeDescription } from '@portal/proto/http/envelope';

export const pickerColumns = ['code', 'description'] as const;
export type PickerColumn = (typeof pickerColumns)[number];

/** Number of rows on a page (B7-10). */
export const pickerRows = 10;

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** The list sorted by a column; digits in texts are compared as numbers. */
export const sortRows = (rows: readonly CodeDescription[], by: PickerColumn): CodeDescription[] =>
  [...rows].sort((a, b) => collator.compare(a[by], b[by]) || collator.compare(a.code, b.code));

/**
 * The row that 'Position list to' moves to in a sorted list: the first row that begins with the text, otherwise the
 * first row that sorts after the text, otherwise the last row.
 */
export const positionOf = (rows: readonly CodeDescription[], by: PickerColumn, text: string): number => {
  const wanted = text.trim();
  const starting = rows.findIndex((row) => row[by].toUpperCase().startsWith(wanted.toUpperCase()));
  const after = rows.findIndex((row) => collator.compare(row[by], wanted) >= 0);
  return [starting, after, rows.length - 1].find((at) => at >= 0) ?? 0;
};

export const pickerPageOf = (index: number): number => Math.floor(index / pickerRows) + 1;
