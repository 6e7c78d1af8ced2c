import * as z from 'zod/mini';
import { rpc } from './contract.js';

/**
 * Why an account is not settled: an open order, card page or authorized card (PAYING), a reserved amount (HOLDS), money
 * or images (MONEY), a debt (OWES).
 */
export const unsettledReasons = ['PAYING', 'HOLDS', 'MONEY', 'OWES'] as const;
export const unsettledReason = z.enum(unsettledReasons);
export type UnsettledReason = (typeof unsettledReasons)[number];

/** Returns those of the given accounts that are not settled, each with one reason, in no particular order. */
export const listUnsettledAccounts = rpc('payments.list-unsettled-accounts.v1', {
  input: z.object({
    accounts: z.array(z.uuid()).check(z.maxLength(1_000)),
    /** False if the accounts pay per use: then images left over from an earlier flat fee do not count as MONEY. */
    countImages: z._default(z.boolean(), true),
  }),
  output: z.array(z.object({ account: z.string(), reason: unsettledReason })),
  errors: ['NOT_FOUND'],
  deadlineMs: 5_000,
  callers: [],
  system: ['identity'],
});

export const unsettledAccountsContracts = [listUnsettledAccounts] as const;
