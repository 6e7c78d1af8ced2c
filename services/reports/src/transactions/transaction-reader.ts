import { Injectable } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import type { Actor } from '@portal/proto/rpc/actor';
import { listUsernames } from '@portal/proto/rpc/identity';
import { listTransactions, type Transaction, type TransactionScope } from '@portal/proto/rpc/transactions';

/** Maximum number of transactions in a report. Nobody reads more on paper. */
const most = 10_000;

/** Reads ledger entries from the payments service and names from the identity service, with the actor's rights. */
@Injectable()
export class TransactionReader {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Returns the transactions, oldest first; undefined when there are more than a report may have.
   * @throws RpcFailure
   */
  async read(
    actor: Actor,
    scope: TransactionScope,
    days: { from: string; to: string },
  ): Promise<Transaction[] | undefined> {
    const found: Transaction[] = [];
    for (;;) {
      const after = found.at(-1)?.id ?? null;
      const part = await this.rpc.callOrThrow(listTransactions, { scope, ...days, after }, { actor });
      found.push(...part.transactions);
      if (!part.more) return found;
      if (found.length >= most) return undefined;
    }
  }

  /**
   * Returns usernames by user id.
   * @throws RpcFailure
   */
  async namesOf(actor: Actor, transactions: readonly Transaction[]): Promise<ReadonlyMap<string, string>> {
    const users = [...new Set(transactions.flatMap(({ user }) => user ?? []))];
    const names = new Map(actor.user === null ? [] : [[actor.user, actor.username]]);
    const others = users.filter((user) => !names.has(user));
    for (let at = 0; at < others.length; at += 1_000) {
      const part = others.slice(at, at + 1_000);
      const found = await this.rpc.callOrThrow(listUsernames, { users: part }, { actor });
      for (const { user, username } of found) names.set(user, username);
    }
    return names;
  }
}
