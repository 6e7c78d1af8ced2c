import * as z from 'zod/mini';
import { cardKeys, cardKeysCheck, cardKeysDecision } from '../http/card-keys.js';
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
 * Replaces the keys when the provider accepts the new ones; keys of another merchant wait for a second person
 * (`decideCardKeys`). CARD_KEYS_UNREADABLE: they were sealed for a key that payments does not have. MERCHANT_IN_USE:
 * another merchant, while card payments of the present one are under way. MERCHANT_ACCOUNT_DIFFERS: keys of another
 * account under the merchant id of the present one. CARD_KEYS_WAIT: others wait already. CONFLICT: somebody
 * else was faster. INVALID_INPUT at
 * `signatureKey`: the present one cannot be kept, because it does not open any more.
 */
export const saveCardKeys = rpc('payments.save-card-keys.v1', {
  /** The keys, sealed for payments and bound to the county; only payments can open them. */
  input: z.object({ sealed: z.string().check(z.maxLength(4_096)) }),
  output: z.object({ waits: z.boolean() }),
  errors: [
    'NOT_FOUND',
    'INVALID_INPUT',
    'CARD_KEYS_WAIT',
    'CONFLICT',
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

/**
 * A second person approves keys of another merchant, which puts them in use, or refuses them. Who entered them may
 * withdraw but not approve them: OWN_CARD_KEYS. NEW_APPROVER: somebody else created the approver's user, or changed
 * how they sign in, so recently that the asker may be using it. CONFLICT: they do not wait any more.
 */
export const decideCardKeys = rpc('payments.decide-card-keys.v1', {
  input: cardKeysDecision,
  output: z.object({}),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'OWN_CARD_KEYS',
    'NEW_APPROVER',
    'CARD_KEYS_UNREADABLE',
    'CARD_KEYS_REFUSED',
    'MERCHANT_IN_USE',
    'MERCHANT_ACCOUNT_DIFFERS',
    'CARD_PROVIDER_UNAVAILABLE',
  ],
  deadlineMs: 15_000,
});

export const cardKeysContracts = [getCardKeys, saveCardKeys, checkCardKeys, decideCardKeys] as const;
