import type { Asset } from '@portal/proto/rpc/payments';

/** Accounts of the chart of entries that this service posts to (payments/DESIGN.md#chart-of-entries). */
export type LedgerKind =
  | 'escrow'
  | 'images'
  | 'ar_invoice'
  | 'card_receivable'
  | 'cash_clearing'
  | 'revenue_images'
  | 'revenue_search'
  | 'revenue_monthly'
  | 'revenue_bundle'
  | 'revenue_efile'
  | 'revenue_surcharge'
  | 'images_issued'
  | 'images_used'
  /** Money that cards have paid for documents that the office has not recorded yet. */
  | 'efile_received'
  | 'suspense'
  | 'office_money'
  | 'office_corrections'
  | 'opening_balance';

/** The key of an account; the account's row is created when first needed. */
export interface LedgerAccountKey {
  readonly kind: LedgerKind;
  /**
   * The portal account that owns a customer's ledger account, or the card authorization that a receivable is for; null
   * for the county's own accounts.
   */
  readonly owner: string | null;
  readonly asset: Asset;
}

/** Kinds with a running balance that must not fall below zero; a positive balance belongs to the customer. */
const customerKinds: ReadonlySet<LedgerKind> = new Set(['escrow', 'images']);

/**
 * True if the account has a balance row. Only the accounts of customers have one. The balance of any other account is
 * the sum of its postings, because otherwise every purchase in a county would lock the same row.
 */
export const hasBalance = ({ kind }: LedgerAccountKey): boolean => customerKinds.has(kind);

/**
 * Returns the key of the ledger account for a portal account's escrow: money that was paid in and is not spent, in
 * cents.
 */
export const escrowOf = (owner: string): LedgerAccountKey => ({ kind: 'escrow', owner, asset: 'USD' });
/** Returns the key of the ledger account for a portal account's images: those of its bundles that are not used yet. */
export const imagesOf = (owner: string): LedgerAccountKey => ({ kind: 'images', owner, asset: 'IMG' });
/** Returns the key of the ledger account for the amount of a portal account's next invoices, in cents. */
export const invoicesOf = (owner: string): LedgerAccountKey => ({ kind: 'ar_invoice', owner, asset: 'USD' });
/**
 * Returns the key of the ledger account for the amount that was spent from a card authorization and is not captured
 * yet, in cents.
 */
export const receivableOf = (authorization: string): LedgerAccountKey => ({
  kind: 'card_receivable',
  owner: authorization,
  asset: 'USD',
});

/** Returns the key of one of the county's own accounts: revenue, clearing, suspense and others. */
export const countyAccount = (kind: LedgerKind, asset: Asset): LedgerAccountKey => ({
  kind,
  owner: null,
  asset,
});

/** Returns a text that is different for each key, for maps and hashes. */
export const keyText = ({ kind, owner, asset }: LedgerAccountKey): string =>
  `${kind}:${owner ?? ''}:${asset}`;
