export interface LargeCountyTerms {
  readonly documents: number;
  readonly seed?: number;
  readonly county?: string;
  readonly say?: (line: string) => void;
}

export const largeCountyVersion: string;

/** Writes the bundle. Resolves to the number of rows by file. */
export function writeLargeCounty(folder: string, o: LargeCountyTerms): Promise<Record<string, number>>;

/** The folder of the bundle, from the cache or newly written. */
export function largeCounty(o: LargeCountyTerms): Promise<string>;
