import { countyAccount, escrowOf, invoicesOf, type LedgerAccountKey } from './ledger-account.js';
import type { Line } from './entry.rules.js';

/** The fee of a document that somebody e-filed. Amounts are cents; the total is above 0. */
export interface FilingFee {
  readonly funding: 'ESCROW' | 'INVOICE' | 'CREDIT_CARD';
  readonly account: string | null;
  readonly total: bigint;
  /** The part of the total that is the surcharge. */
  readonly surcharge: bigint;
}

const received = countyAccount('efile_received', 'USD');
const cash = countyAccount('cash_clearing', 'USD');

function payerOf({ funding, account }: FilingFee): LedgerAccountKey {
  if (funding === 'CREDIT_CARD') return received;
  if (account === null) throw new Error(`a filing paid by ${funding} has no account`);
  return funding === 'ESCROW' ? escrowOf(account) : invoicesOf(account);
}

const lines = (fee: FilingFee, sign: 1n | -1n, held = 0n): Line[] => {
  const income = fee.total - fee.surcharge;
  return [
    { account: payerOf(fee), amount: -sign * fee.total, ...(held > 0n && { release: held }) },
    ...(income === 0n ? [] : [{ account: countyAccount('revenue_efile', 'USD'), amount: sign * income }]),
    ...(fee.surcharge === 0n
      ? []
      : [{ account: countyAccount('revenue_surcharge', 'USD'), amount: sign * fee.surcharge }]),
  ];
};

/**
 * Returns the lines that turn a fee into income of the county (payments/DESIGN.md#chart-of-entries).
 * @param held the amount that was set aside for the fee
 */
export const filingLines = (fee: FilingFee, held: bigint): Line[] => lines(fee, 1n, held);

/** Returns the lines that give back a fee that was taken when the document was submitted. */
export const filingReturnLines = (fee: FilingFee): Line[] => lines(fee, -1n);

/** Returns the lines for a card payment for a document that waits for the office. */
export const filingPaymentLines = (amount: bigint): Line[] => [
  { account: cash, amount: -amount },
  { account: received, amount },
];

/** Returns the lines for a card payment whose money the provider has given back to the card. */
export const filingRefundLines = (amount: bigint): Line[] => [
  { account: received, amount: -amount },
  { account: cash, amount },
];
