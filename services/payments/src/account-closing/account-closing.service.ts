import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Parsed } from '@portal/proto/rpc/contract';
import type { closeAccount, UnsettledReason } from '@portal/proto/rpc/payments';
import { ClosedAccountRepository } from '../ledger/closed-account.repository.js';
import { beyondLocks } from '../ledger/lock-timeout.js';
import { PaymentFacts } from '../payment-facts.js';
import { standingOf } from '../payers/standing.rules.js';
import { LeftImages } from './left-images.js';
import { LeftToSettle } from './left-to-settle.js';

type Asked = Parsed<typeof closeAccount>;
type Closed = Result<Record<string, never>, ErrorOf<typeof closeAccount>>;

/** Closes an account when staff deletes it (payments/DESIGN.md#closed-accounts). The account's ledger entries stay. */
@Injectable()
export class AccountClosingService {
  constructor(
    private readonly database: Database,
    private readonly closed: ClosedAccountRepository,
    private readonly left: LeftToSettle,
    private readonly images: LeftImages,
    private readonly facts: PaymentFacts,
  ) {}

  /**
   * Closes an account for staff. A second call changes nothing and does not send the event `payments.account-closed`
   * again.
   */
  async close(actor: Actor, asked: Asked, correlationId: string): Promise<Closed> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    return beyondLocks(() =>
      this.database.withCounty(actor.county, (tx) => this.closeOnce(tx, actor, asked, correlationId)),
    );
  }

  private async closeOnce(
    tx: Tx,
    actor: Actor,
    { account, images: seen }: Asked,
    correlationId: string,
  ): Promise<Closed> {
    await this.closed.lock(tx, account);
    if (!(await this.closed.isOpen(tx, account))) return ok({});
    const { reason: left, images } = await this.left.of(tx, account, seen !== undefined);
    const reason = left && codes[left];
    if (reason) return fail(reason);
    if (seen !== undefined && seen !== images) return fail('ACCOUNT_CHANGED');
    if (images !== 0) await this.images.forfeit(tx, actor, { account, images }, correlationId);
    await this.closed.close(tx, account);
    await this.facts.accountClosed(tx, actor, account);
    await failpoint('account-closing');
    return ok({});
  }
}

const codes = {
  PAYING: 'ACCOUNT_HAS_HOLDS',
  HOLDS: 'ACCOUNT_HAS_HOLDS',
  MONEY: 'ACCOUNT_HAS_MONEY',
  OWES: 'ACCOUNT_OWES',
} as const satisfies Record<UnsettledReason, ErrorOf<typeof closeAccount>>;
