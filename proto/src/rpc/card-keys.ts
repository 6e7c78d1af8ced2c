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
 * Replaces the keys if the card provider accepts the new ones. Keys of another merchant wait for a second person
 * (`decideCardKeys`). CARD_KEYS_UNREADABLE: the keys were sealed for a key that the payments service does not have.
 * MERCHANT_IN_USE: the keys are another merchant's, and card payments of the present merchant are under way.
 * MERCHANT_ACCOUNT_DIFFERS: the keys belong to another account, but have the present merchant id. CARD_KEYS_WAIT: other
 * keys wait already. CONFLICT: somebody else was faster. INVALID_INPUT at `signatureKey`: the present signature key
 * cannot be kept, because the payments service can no longer open it.
 */
export const saveCardKeys = rpc('payments.save-card-keys.v1', {
  /** The keys, bound to the county and sealed so that only the payments service can open them. */
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

/** Asks the card provider whether it accepts the keys in use; nothing is charged. */
export const checkCardKeys = rpc('payments.check-card-keys.v1', {
  reads: true,
  input: z.object({}),
  output: cardKeysCheck,
  errors: ['NOT_FOUND'],
  deadlineMs: 15_000,
});

/**
 * A second person approves or refuses keys that belong to another merchant. Approval puts the keys in use.
 * OWN_CARD_KEYS: the person who entered the keys may withdraw but not approve them. NEW_APPROVER: somebody else created
 * the approver's user or changed its sign-in so recently that the person who entered the keys may be using that user.
 * CARD_KEYS_ENDED: nobody approved the keys in time. CONFLICT: the keys no longer wait for a decision.
 */
export const decideCardKeys = rpc('payments.decide-card-keys.v1', {
  input: cardKeysDecision,
  output: z.object({}),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'CARD_KEYS_ENDED',
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
