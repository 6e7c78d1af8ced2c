import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { UserStatus } from '@portal/proto/roles';
import type { Account } from '@portal/proto/rpc/identity';
import { termsOf } from '../accounts/account.rules.js';

/**
 * Emits `identity.account-changed.v1` with the account's present state, and `audit.action-taken.v1` for what was done
 * to the account.
 * @param by the user who did it
 */
export async function tellAccount(tx: Tx, by: string, account: Account, action: string): Promise<void> {
  const { id, name, status, terms } = account;
  const of = { aggregate: `account:${id}`, actor: by };
  await emit(tx, {
    ...{ type: 'identity.account-changed.v1', ...of },
    payload: { account: id, name, status, terms: termsOf(terms) },
  });
  await emit(tx, {
    ...{ type: 'audit.action-taken.v1', ...of },
    payload: { action, object: id, detail: name },
  });
}

/**
 * Emits an event for each user whose status changed with the account. Each event locks the row that counts the user's
 * events, so the users are sorted by id: all transactions then lock these rows in the same order.
 */
export async function tellUsers(
  tx: Tx,
  by: string,
  account: string,
  users: readonly { id: string; role: string; status: UserStatus; username: string }[],
): Promise<void> {
  for (const { id, role, status, username } of users.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await emit(tx, {
      ...{ type: 'identity.user-changed.v1', aggregate: `user:${id}`, actor: by },
      payload: { user: id, account, role, status, username },
    });
}
