import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf } from '@portal/proto/rpc/contract';
import type { closeAccount, UnsettledReason } from '@portal/proto/rpc/payments';
import { AccountFundsRepository } from '../balances/account-funds.repository.js';
import { unsettledReason } from '../balances/unsettled.rules.js';
import { UnsettledAccountsRepository } from '../balances/unsettled-accounts.repository.js';
import { ClosedAccountRepository } from '../ledger/closed-account.repository.js';
import { beyondLocks } from '../ledger/lock-timeout.js';
import { PaymentFacts } from '../payment-facts.js';
import { standingOf } from '../payers/standing.rules.js';

type Closed = Result<Record<string, never>, ErrorOf<typeof closeAccount>>;

/** Closes an account when staff deletes it (payments/DESIGN.md#closed-accounts). The account's ledger entries stay. */
@Injectable()
export class AccountClosingService {
  constructor(
    private readonly database: Database,
    private readonly closed: ClosedAccountRepository,
    private readonly funds: AccountFundsRepository,
    private readonly unsettled: UnsettledAccountsRepository,
    private readonly facts: PaymentFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Closes an account for staff. A second call changes nothing and does not send the event `payments.account-closed`
   * again.
   */
  async close(actor: Actor, account: string): Promise<Closed> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    return beyondLocks(() =>
      this.database.withCounty(actor.county, (tx) => this.closeOnce(tx, actor, account)),
    );
  }

  private async closeOnce(tx: Tx, actor: Actor, account: string): Promise<Closed> {
    await this.closed.lock(tx, account);
    if (!(await this.closed.isOpen(tx, account))) return ok({});
    const reason = await this.whyNot(tx, account);
    if (reason) return fail(reason);
    await this.closed.close(tx, account);
    await this.facts.accountClosed(tx, actor, account);
    await failpoint('account-closing');
    return ok({});
  }

  private async whyNot(tx: Tx, account: string): Promise<ErrorOf<typeof closeAccount> | undefined> {
    const paying = await this.unsettled.listUnderWay(tx, [account]);
    const [funds] = await this.funds.list(tx, [account], this.clock.now());
    const reason = unsettledReason(funds, paying.has(account));
    return reason && codes[reason];
  }
}

const codes = {
  PAYING: 'ACCOUNT_HAS_HOLDS',
  HOLDS: 'ACCOUNT_HAS_HOLDS',
  MONEY: 'ACCOUNT_HAS_MONEY',
  OWES: 'ACCOUNT_OWES',
} as const satisfies Record<UnsettledReason, ErrorOf<typeof closeAccount>>;
