import * as z from 'zod/mini';
import { rpc } from './contract.js';

/** What an account has of one asset, in cents or images; `available` = posted less held. */
const kept = z.object({ posted: z.int(), held: z.int(), available: z.int(), unlimited: z.boolean() });

/** What an account has, and what it owes. */
export const accountFunds = z.object({
  account: z.string(),
  /** null before its first entry. */
  escrow: z.nullable(kept),
  images: z.nullable(kept),
  /** Cents that its invoices will ask for. */
  owed: z.int(),
});
export type AccountFunds = z.infer<typeof accountFunds>;

/** Of the accounts that are asked for, in no order; one that never had an entry is left out. For staff alone. */
export const listAccountFunds = rpc('payments.list-account-funds.v1', {
  input: z.object({ accounts: z.array(z.uuid()).check(z.maxLength(1_000)) }),
  output: z.array(accountFunds),
  errors: ['NOT_FOUND'],
});

export const accountFundsContracts = [listAccountFunds] as const;
