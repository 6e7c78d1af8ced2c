import { createHash } from 'node:crypto';
import type { AccountTask } from '@portal/proto/http/billing';
import type { OfficeKind } from '@portal/proto/http/cashier';
import type { Asset, Funding } from '@portal/proto/rpc/payments';
import {
  countyAccount,
  escrowOf,
  imagesOf,
  invoicesOf,
  keyText,
  type LedgerAccountKey,
} from './ledger-account.js';

export interface Line {
  readonly account: LedgerAccountKey;
  /** Cents or images, never 0. */
  readonly amount: bigint;
  /** Held amount that this line releases in the same statement. */
  readonly release?: bigint;
}

/** A balanced entry and the key of its operation (L5). */
export interface NewEntry {
  readonly opType:
    | 'ORDER'
    | 'OVERRIDE'
    | 'DEPOSIT'
    | 'SEARCH'
    | 'CARD_CAPTURE'
    | 'ADD_ON'
    | 'EFILE'
    | 'EFILE_PAYMENT'
    | 'EFILE_REFUND'
    | 'EFILE_RETURN'
    | 'SUSPENSE'
    | AccountTask
    | `OFFICE_${OfficeKind}`;
  readonly opKey: string;
  readonly lines: readonly Line[];
  readonly actor: string;
  readonly correlationId: string;
  /** The item that was paid for: a kind of search or details view, or a document's key. */
  readonly subject?: string;
  /** The portal account that the entry counts for; set when its lines do not show the account. */
  readonly account?: string | null;
  /** The document that was bought, as text for people; if undefined, people see `subject`. */
  readonly bought?: Bought;
}

export interface Bought {
  /** The document in words, for example `WARRANTY DEED A1000001`. */
  readonly description: string;
  /** Number of pages that had not been bought before. */
  readonly pages: number;
}

/**
 * Returns the portal account that an entry counts for, and the card authorization in its lines. If the account is null,
 * the entry counts for the account of the authorization.
 */
export function ownersOf({ lines, account }: NewEntry): {
  account: string | null;
  authorization: string | null;
} {
  const named = lines.find(({ account: { kind, owner } }) => owner !== null && kind !== 'card_receivable');
  const card = lines.find(({ account: { kind } }) => kind === 'card_receivable');
  return { account: account ?? named?.account.owner ?? null, authorization: card?.account.owner ?? null };
}

function sums(lines: readonly Line[]): Map<Asset, bigint> {
  const totals = new Map<Asset, bigint>();
  for (const { account, amount } of lines) {
    totals.set(account.asset, (totals.get(account.asset) ?? 0n) + amount);
  }
  return totals;
}

/** @throws when an entry has fewer than two lines, a line with the amount 0, or an asset whose sum is not zero (L3) */
export function assertBalanced({ lines, opType, opKey }: NewEntry): void {
  const balanced = [...sums(lines).values()].every((sum) => sum === 0n);
  if (lines.length < 2 || !balanced || lines.some(({ amount }) => amount === 0n)) {
    throw new Error(`entry ${opType} ${opKey} does not balance`);
  }
}

/**
 * Returns the hash of an entry's content. If an entry has the key of an earlier entry but another hash, this is a bug,
 * and the entry is refused.
 */
export const requestHash = ({ lines }: NewEntry): Buffer =>
  createHash('sha256')
    .update(lines.map(({ account, amount }) => `${keyText(account)}=${amount}`).join('\n'))
    .digest();

export interface Purchase {
  readonly funding: Funding;
  readonly account: string;
  /** Cents, or images of a bundle; above 0. */
  readonly amount: bigint;
  /** Held amount that the purchase uses up; 0 without a hold. */
  readonly held: bigint;
  /** True if the bundle is unlimited until the end of its month. */
  readonly unlimited: boolean;
}

/** Returns the lines of a paid download (payments/DESIGN.md#chart-of-entries). */
export function purchaseLines({ funding, account, amount, held, unlimited }: Purchase): Line[] {
  if (funding === 'ESCROW') {
    const income = { account: countyAccount('revenue_images', 'USD'), amount };
    return [{ account: escrowOf(account), amount: -amount, release: held }, income];
  }
  if (funding === 'INVOICE') {
    const income = { account: countyAccount('revenue_images', 'USD'), amount };
    return [{ account: invoicesOf(account), amount: -amount }, income];
  }
  if (funding === 'FLAT_FEE') {
    const used = { account: countyAccount('images_used', 'IMG'), amount };
    return unlimited
      ? [{ account: countyAccount('images_issued', 'IMG'), amount: -amount }, used]
      : [{ account: imagesOf(account), amount: -amount, release: held }, used];
  }
  throw new Error(`a purchase cannot be charged to ${funding}`);
}

/**
 * Returns lines that change a customer's balance by `delta`. Images are issued by the county; money comes from the
 * county's opening-balance account.
 */
export function overrideLines(account: string, asset: Asset, delta: bigint): Line[] {
  return asset === 'IMG'
    ? [
        { account: countyAccount('images_issued', 'IMG'), amount: -delta },
        { account: imagesOf(account), amount: delta },
      ]
    : [
        { account: countyAccount('opening_balance', 'USD'), amount: -delta },
        { account: escrowOf(account), amount: delta },
      ];
}
