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
   * The ordinal of the row's record, if the rows of the file are records that an action can hide.
   * @throws RowRejected
   */
  readonly ordinalOf?: (row: BundleRow) => bigint;
  /**
   * The staged row that still hides the record of a rejected row, if the rejected row clearly says so; otherwise
   * undefined.
   */
  readonly hiddenBy?: (row: BundleRow) => StagedRow | undefined;
  /** Required columns of the file. */
  readonly header: readonly string[];
}

export const documentColumns = ['document_type', 'document_number'] as const;
