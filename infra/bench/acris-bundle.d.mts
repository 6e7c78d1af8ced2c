/** A scanned file and the pages that it holds. */
export interface ScannedFile {
  /** The path below the folder of scans. */
  readonly file: string;
  readonly pages: number;
}

export interface AcrisBundleOptions {
  readonly county?: string;
  /** A delta adds to the county's documents; a full bundle (the default) replaces them. */
  readonly kind?: 'full' | 'delta';
  readonly scans?: string;
  readonly files?: readonly ScannedFile[];
}

/**
 * Makes a bundle of the register's CSV files in the folder `acris`; rows with the same position in these files belong
 * together. If scanned files are given, the n-th document gets the n-th file.
 * @returns document keys, in the order of the rows
 */
export function writeAcrisBundle(
  acris: string,
  folder: string,
  options?: AcrisBundleOptions,
): Promise<string[]>;
