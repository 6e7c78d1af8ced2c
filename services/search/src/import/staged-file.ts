import type { BundleFile } from './manifest.js';
import type { BundleRow, StagedRow } from './row.rules.js';

/** A file of the bundle: where its rows wait, and what makes a row of the CSV one of them. */
export interface StagedFile {
  readonly file: BundleFile;
  readonly table: string;
  /** Columns of the staging table behind `line int`, in the order of the staged row. */
  readonly columns: string;
  readonly stage: (row: BundleRow) => StagedRow;
  /** Columns that the file must have. */
  readonly header: readonly string[];
}

export const documentColumns = ['document_type', 'document_number'] as const;
