import { randomUUID } from 'node:crypto';
import { testActor } from '@portal/infra/testing';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';

/** Makes a new user with a new account that pays from escrow; `terms` replace parts of the account's terms. */
export function newPayer(
  terms: Partial<AccountTerms> = {},
  over: Partial<Actor> = {},
): Actor & { account: string } {
  const base = testActor({ user: randomUUID(), session: randomUUID(), ...over });
  const account = over.account ?? randomUUID();
  const own: AccountTerms | null = base.terms && { ...base.terms, imageChargeMethod: 'PAGE', ...terms };
  return { ...base, account, terms: own };
}
