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
  | 'revenue_bundle'
  | 'revenue_surcharge'
  | 'images_issued'
  | 'images_used'
  | 'suspense'
  | 'office_money'
  | 'office_corrections'
  | 'opening_balance';

/** What an account is known by; its row is opened when it is first needed. */
export interface LedgerAccountKey {
  readonly kind: LedgerKind;
  /** Portal account of a customer's ledger account, card authorization of a receivable, null for the county's own. */
  readonly owner: string | null;
  readonly asset: Asset;
}

/** Kinds with a running balance that must not fall below zero; positive = what the customer has. */
const customerKinds: ReadonlySet<LedgerKind> = new Set(['escrow', 'images']);

/** The others are sums of postings alone: no row of the county's is locked by every purchase. */
export const hasBalance = ({ kind }: LedgerAccountKey): boolean => customerKinds.has(kind);

/** Of a portal account: what it has paid in and not spent, in cents. */
export const escrowOf = (owner: string): LedgerAccountKey => ({ kind: 'escrow', owner, asset: 'USD' });
/** Of a portal account: images of bundles that are left. */
export const imagesOf = (owner: string): LedgerAccountKey => ({ kind: 'images', owner, asset: 'IMG' });
/** Of a portal account: what its invoices will ask for, in cents. */
export const invoicesOf = (owner: string): LedgerAccountKey => ({ kind: 'ar_invoice', owner, asset: 'USD' });
/** What a card authorization was spent for and is not captured yet, in cents. */
export const receivableOf = (authorization: string): LedgerAccountKey => ({
  kind: 'card_receivable',
  owner: authorization,
  asset: 'USD',
});

/** One of the county's own: revenue, clearing, suspense and the like. */
export const countyAccount = (kind: LedgerKind, asset: Asset): LedgerAccountKey => ({
  kind,
  owner: null,
  asset,
});

/** One text per key, for maps and hashes. */
export const keyText = ({ kind, owner, asset }: LedgerAccountKey): string =>
  `${kind}:${owner ?? ''}:${asset}`;
