import * as z from 'zod/mini';
import { cardKeys, cardKeysCheck } from '../http/card-keys.js';
import { rpc } from './contract.js';

// The keys of the county's card merchant, for staff alone; for anybody else the answer is NOT_FOUND.

/** The source of the keys and who changed them, without the keys. */
export const getCardKeys = rpc('payments.get-card-keys.v1', {
  reads: true,
  input: z.object({}),
  output: z.omit(cardKeys, { canBeSet: true }),
  errors: ['NOT_FOUND'],
});

/**
 * Replaces the keys when the provider accepts the new ones. CARD_KEYS_UNREADABLE: they were sealed for a key that
 * payments does not have. MERCHANT_IN_USE: another merchant, while card payments of the present one are under way.
 * MERCHANT_ACCOUNT_DIFFERS: keys of another account under the merchant id of the present one.
 */
export const saveCardKeys = rpc('payments.save-card-keys.v1', {
  /** The keys, sealed for payments and bound to the county; only payments can open them. */
  input: z.object({ sealed: z.string().check(z.maxLength(4_096)) }),
  output: z.object({}),
  errors: [
    'NOT_FOUND',
    'CARD_KEYS_UNREADABLE',
    'CARD_KEYS_REFUSED',
    'MERCHANT_IN_USE',
    'MERCHANT_ACCOUNT_DIFFERS',
    'CARD_PROVIDER_UNAVAILABLE',
  ],
  deadlineMs: 15_000,
});

/** Asks the provider whether it accepts the keys in use; nothing is charged. */
export const checkCardKeys = rpc('payments.check-card-keys.v1', {
  reads: true,
  input: z.object({}),
  output: cardKeysCheck,
  errors: ['NOT_FOUND'],
  deadlineMs: 15_000,
});

export const cardKeysContracts = [getCardKeys, saveCardKeys, checkCardKeys] as const;
