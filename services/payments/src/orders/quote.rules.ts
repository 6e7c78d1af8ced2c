import type { Balance, Quote } from '@portal/proto/rpc/payments';
import { chargeLines } from '../prices/price.rules.js';
import { quotedOptions, type BuyOptions } from './buy-options.js';
import type { DownloadOrder } from './download-order.entity.js';
import type { ImageState } from './image-state.entity.js';

/**
 * True if the balance is below the price. Also true if the payer has no balance, that is, if no card is authorized or
 * the account never had a ledger entry.
 */
function isInsufficient(order: DownloadOrder, balance: Balance | null): boolean {
  if (order.chargeMinor === 0n || order.funding === 'INVOICE' || balance?.unlimited) return false;
  return balance === null || BigInt(balance.available ?? 0) < order.chargeMinor;
}

/**
 * Returns a priced order in the form that the confirm window shows. `balance` is the balance of the payer, null if the
 * payer has none.
 * @param options the payer's ways to get more money or images
 */
export function quoteOf(
  order: DownloadOrder,
  visit: ImageState,
  balance: Balance | null,
  options: BuyOptions,
): Quote {
  const charge = Number(order.chargeMinor);
  const newPages = order.pages.length - order.alreadyPurchased.length;
  const unlimited = balance?.unlimited ?? false;
  const beginning = unlimited ? null : (balance?.available ?? null);
  return {
    imageStateGuid: visit.id,
    expiresAt: visit.expiresAt.toISOString(),
    document: order.document,
    pages: order.pages,
    alreadyPurchased: order.alreadyPurchased,
    funding: order.funding,
    asset: order.asset,
    lines: chargeLines(order.funding, order.chargeMethod, order.rates, newPages),
    charge,
    beginning,
    ending: beginning === null ? null : beginning - charge,
    unlimited,
    insufficient: isInsufficient(order, balance),
    options: quotedOptions(options, {
      charge,
      authorized: order.funding === 'CREDIT_CARD' && balance !== null,
    }),
  };
}
