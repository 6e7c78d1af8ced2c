import type { TransactionKind } from '@portal/proto/rpc/transactions';
import type { NewEntry } from './entry.rules.js';

const kinds: Readonly<Record<NewEntry['opType'], TransactionKind | null>> = {
  SEARCH: 'SEARCH',
  ORDER: 'IMAGES',
  ADD_ON: 'ADD_ON',
  MONTHLY_FEE: 'MONTHLY_FEE',
  IMAGE_RENEWAL: 'IMAGE_RENEWAL',
  DEPOSIT: 'DEPOSIT',
  OVERRIDE: 'ADJUSTMENT',
  OFFICE_PAYMENT: 'PAYMENT',
  OFFICE_REFUND: 'REFUND',
  OFFICE_CORRECTION: 'CORRECTION',
  EFILE: 'EFILE',
  EFILE_RETURN: 'EFILE',
  // not listed as transactions: for a filing, the customer sees its fee instead of its card payment and refund; a card
  // capture only settles purchases that are listed; money in suspense belongs to no customer
  EFILE_PAYMENT: null,
  EFILE_REFUND: null,
  CARD_CAPTURE: null,
  SUSPENSE: null,
};

/**
 * Returns the kind of transaction that an operation is for its customer; null if it is not a customer's transaction.
 * @param subject what the operation paid for; only details of a record end in `Details`
 */
export const transactionKindOf = (opType: NewEntry['opType'], subject: string): TransactionKind | null =>
  opType === 'SEARCH' && subject.endsWith('Details') ? 'DETAILS' : kinds[opType];
