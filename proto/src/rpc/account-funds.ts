import * as z from 'zod/mini';
import { rpc } from './contract.js';

/** An account's balance of one asset, in cents or images; `available` is `posted` minus `held`. */
const kept = z.object({ posted: z.int(), held: z.int(), available: z.int(), unlimited: z.boolean() });

/** An account's balances and its debt. */
export const accountFunds = z.object({
  account: z.string(),
  /** null before the account's first escrow entry. */
  escrow: z.nullable(kept),
  images: z.nullable(kept),
  /** The debt: cents that the account's next invoices will charge. */
  owed: z.int(),
});
export type AccountFunds = z.infer<typeof accountFunds>;

/**
 * The funds of these accounts, in no particular order. Accounts that never had an entry are left out. For staff
 * alone.
 */
export const listAccountFunds = rpc('payments.list-account-funds.v1', {
  input: z.object({ accounts: z.array(z.uuid()).check(z.maxLength(1_000)) }),
  output: z.array(accountFunds),
  errors: ['NOT_FOUND'],
});

export const accountFundsContracts = [listAccountFunds] as const;
