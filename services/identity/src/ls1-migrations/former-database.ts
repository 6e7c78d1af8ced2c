import type { Ls1Fault } from '@portal/proto/http/ls1';

/** A row of one of the views, as the driver gives it. */
export type FormerRow = Readonly<Record<string, unknown>>;

/** A database of LS1 as a migration reads it; the README describes its views. */
export const formerViews = ['ls1_account', 'ls1_user', 'ls1_audit'] as const;
export type FormerView = (typeof formerViews)[number];

/** Selects entries of the audit log. */
export interface EntryRange {
  readonly from: Date | null;
  /** The end, which is not included. */
  readonly until: Date | null;
  readonly onlyTransactions: boolean;
}

export interface ReadRequest {
  readonly view: FormerView;
  /** Rows with a greater number. */
  readonly after: bigint;
  readonly limit: number;
  /** For the audit log alone. */
  readonly range?: EntryRange;
}

/** The reason why LS1 could not be read, without the server's own message, which may name users or contain values. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';

  constructor(readonly fault: Ls1Fault) {
    super(`LS1: ${fault}`);
  }
}

/**
 * An LS1 database that is being read. Nothing is written to it.
 * @throws SourceFault from each method
 */
export interface FormerDatabase {
  count(view: FormerView, range?: EntryRange): Promise<number>;
  /** The next rows in the order of their numbers. */
  read(request: ReadRequest): Promise<readonly FormerRow[]>;
  close(): Promise<void>;
}
