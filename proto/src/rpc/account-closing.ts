import * as z from 'zod/mini';
import { rpc } from './contract.js';

/**
 * Closes an account for good: from then on, money can be neither added nor taken. Refused with the reason while
 * anything is left to settle: money or images, a debt, or a payment under way. A repeat returns the same answer. The
 * event `payments.account-closed.v1` reports the closing even if the caller never gets the answer.
 */
export const closeAccount = rpc('payments.close-account.v1', {
  input: z.object({
    account: z.uuid(),
    /**
     * For an account that pays per use: the number of images left from an earlier flat fee, as the clerk saw it. These
     * images are lost. If the account has another number of images by now → ACCOUNT_CHANGED. Without this number,
     * images prevent the closing.
     */
    images: z.optional(z.int()),
  }),
  output: z.object({}),
  errors: ['ACCOUNT_CHANGED', 'ACCOUNT_HAS_HOLDS', 'ACCOUNT_HAS_MONEY', 'ACCOUNT_OWES', 'NOT_FOUND'],
  lane: 'must',
  callers: ['identity'],
});

export const accountClosingContracts = [closeAccount] as const;
