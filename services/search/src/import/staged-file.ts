import type { BundleFile } from './manifest.js';
import type { BundleRow, StagedRow } from './row.rules.js';

/** A file of the bundle: its staging table, and the conversion of a CSV row to a row of that table. */
export interface StagedFile {
  readonly file: BundleFile;
  readonly table: string;
  /** Columns of the staging table after `line int`, in the order of the staged row. */
  readonly columns: string;
  readonly stage: (row: BundleRow) => StagedRow;
  /**
   * Returns the ordinal of the record in a row. Only files whose records can be sealed or deleted have this function.
   * @throws RowRejected
   */
  readonly ordinalOf?: (row: BundleRow) => bigint;
  /**
   * Returns a staged row that hides the record of a rejected row. Returns undefined if the rejected row does not say
   * clearly that its record must be hidden.
   */
  readonly hiddenBy?: (row: BundleRow) => StagedRow | undefined;
  /** Required columns of the file. */
  readonly header: readonly string[];
}

export const documentColumns = ['document_type', 'document_number'] as const;
