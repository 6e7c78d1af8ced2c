import type { Ls1Fault } from '@portal/proto/http/ls1';

/** A row of a view, as the driver returns it. */
export type FormerRow = Readonly<Record<string, unknown>>;

/** The views of an LS1 database that a migration reads; the README describes them. */
export const formerViews = ['ls1_account', 'ls1_user', 'ls1_audit'] as const;
export type FormerView = (typeof formerViews)[number];

/** Which entries of the audit log are read. */
export interface EntryRange {
  readonly from: Date | null;
  /** The end of the period, exclusive. */
  readonly until: Date | null;
  readonly onlyTransactions: boolean;
}

export interface ReadRequest {
  readonly view: FormerView;
  /** Only rows with a number greater than this are read. */
  readonly after: bigint;
  readonly limit: number;
  /** Which entries are read; set only for the view `ls1_audit`. */
  readonly range?: EntryRange;
}

/** The reason why LS1 could not be read. It omits the server's own message, which may contain names or other data. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';

  constructor(readonly fault: Ls1Fault) {
    super(`LS1: ${fault}`);
  }
}

export interface Counted {
  readonly found: number;
  readonly unnumbered: number;
}

/**
 * An LS1 database, opened for reading only.
 * @throws SourceFault from each method
 */
export interface FormerDatabase {
  /** Counts all rows and, separately, the rows that `read` does not return: those without a number greater than 0. */
  count(view: FormerView, range?: EntryRange): Promise<Counted>;
  /** Reads the next rows, sorted by their numbers. */
  read(request: ReadRequest): Promise<readonly FormerRow[]>;
  close(): Promise<void>;
}
