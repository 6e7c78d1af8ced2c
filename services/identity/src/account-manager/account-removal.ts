import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { failpoint } from '@portal/infra/failpoints';
import { RpcClient, RpcFailure } from '@portal/infra/rpc';
import type { SeenAccount } from '@portal/proto/http/account-deletion';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf } from '@portal/proto/rpc/contract';
import type { deleteManagedAccount } from '@portal/proto/rpc/account-manager';
import { closeAccount } from '@portal/proto/rpc/payments';
import { AccountRepository } from '../accounts/account.repository.js';
import { maySaveAccounts } from '../accounts/account.rules.js';
import { SessionEnder } from '../sessions/session.ender.js';
import { AccountRemover } from './account-remover.js';

type Refusal = ErrorOf<typeof deleteManagedAccount>;
type Removed = Result<Record<string, never>, Refusal>;

const refusals: readonly Refusal[] = [
  ...(['ACCOUNT_CHANGED', 'ACCOUNT_HAS_HOLDS', 'ACCOUNT_HAS_MONEY', 'ACCOUNT_OWES', 'NOT_FOUND'] as const),
];

/**
 * Deletes accounts in two steps (DECISIONS.md#panel-17): the payments service closes the account for good, or refuses
 * with a reason; then this service removes the account with its users. If the process dies in between, the event
 * `payments.account-closed.v1` completes the removal.
 */
@Injectable()
export class AccountRemoval {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountRepository,
    private readonly remover: AccountRemover,
    private readonly ender: SessionEnder,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Deletes an account; deleting it again also succeeds. An account that pays per use loses the images that are left;
   * the deletion fails if their number is not the number that the clerk saw.
   * @param seen what the clerk saw; undefined if the clerk saw no images
   * @throws RpcFailure when the payments service does not answer; the account is then either untouched or removed soon
   */
  async remove(actor: Actor, id: string, seen?: SeenAccount): Promise<Removed> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    const { county } = actor;
    const { account, isFormer } = await this.database.withCounty(county, async (tx) => ({
      account: await this.accounts.find(tx, id),
      isFormer: await this.accounts.isFormer(tx, id),
    }));
    if (!account) return isFormer ? ok({}) : fail('NOT_FOUND');
    const { accountType } = account.terms;
    if (seen && seen.accountType !== accountType) return fail('ACCOUNT_CHANGED');
    const before = await this.ender.liveOf(county, { account: id });
    const images = accountType === 'FLAT_FEE' ? undefined : (seen?.images ?? 0);
    const closed = await this.rpc.call(closeAccount, { account: id, images }, { actor });
    await failpoint('account-closed');
    if (!closed.ok) {
      const refusal = refusals.find((code) => code === closed.code);
      if (refusal) return fail(refusal);
      throw new RpcFailure(closeAccount.name, closed);
    }
    await this.ender.change(county, { account: id }, (tx, end) =>
      this.remover.remove(tx, id, actor.user ?? actor.username, end),
    );
    // the cached sessions are renewed even if another process has removed the account first, because its events about
    // the ended sessions may not have arrived here yet
    await this.ender.renew(county, { account: id }, before);
    return ok({});
  }

  /** Removes an account that the payments service has closed, unless `remove` has already removed it. */
  @OnEvent('payments.account-closed.v1', { consumer: 'account-removal' })
  onClosed({ payload, actor }: EventOf<'payments.account-closed.v1'>, tx: Tx): Promise<void> {
    return this.remover.remove(tx, payload.account, actor ?? '', (reason, of) =>
      this.ender.endIn(tx, of, reason),
    );
  }
}
