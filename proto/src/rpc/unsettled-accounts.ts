import * as z from 'zod/mini';
import { rpc } from './contract.js';

/**
 * The reasons for which an account is not free of money: an open order, card page or authorized card (PAYING), a
 * reserved amount (HOLDS),
 * money or images (MONEY), a debt (OWES).
 */
export const unsettledReasons = ['PAYING', 'HOLDS', 'MONEY', 'OWES'] as const;
export const unsettledReason = z.enum(unsettledReasons);
export type UnsettledReason = (typeof unsettledReasons)[number];

/** Accounts that are not free of money, each once with one reason, in no order; the others are left out. */
export const listUnsettledAccounts = rpc('payments.list-unsettled-accounts.v1', {
  input: z.object({ accounts: z.array(z.uuid()).check(z.maxLength(1_000)) }),
  output: z.array(z.object({ account: z.string(), reason: unsettledReason })),
  errors: ['NOT_FOUND'],
  deadlineMs: 5_000,
  callers: [],
  system: ['identity'],
});

export const unsettledAccountsContracts = [listUnsettledAccounts] as const;
