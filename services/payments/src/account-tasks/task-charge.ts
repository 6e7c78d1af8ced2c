import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { fail, ok, type Result } from '@portal/proto/result';
import { isOver, type chargeAccountTask } from '@portal/proto/rpc/account-tasks';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Output } from '@portal/proto/rpc/contract';
import { AddOnRepository } from '../add-ons/add-on.repository.js';
import { BalanceRepository } from '../balances/balance.repository.js';
import { actorText, BalanceService } from '../balances/balance.service.js';
import { imagesOf } from '../ledger/ledger-account.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { LedgerService, NotCovered } from '../ledger/ledger.service.js';
import { beyondLocks } from '../ledger/lock-timeout.js';
import { PaymentFacts } from '../payment-facts.js';
import { taskKey, taskLines, type AskedCharge } from './task-charge.rules.js';
import { isRefused, keepRefusal, lockTask } from './task-refusal.js';

type Charged = Result<Output<typeof chargeAccountTask>, ErrorOf<typeof chargeAccountTask>>;

/** Makes an account's images unlimited for the month that a renewal has paid. */
@Injectable()
export class UnlimitedImages {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly balances: BalanceRepository,
    private readonly addOns: AddOnRepository,
  ) {}

  /** Makes images unlimited until the given time; a later end that is already stored is kept. */
  async extend(tx: Tx, account: string, until: Date): Promise<void> {
    await this.ledger.openAccounts(tx, [imagesOf(account)]);
    const { ledgerAccountId } = await this.balances.lock(tx, account, 'IMG');
    await this.addOns.extendUnlimited(tx, ledgerAccountId, until);
  }
}

/**
 * Posts a month's fee or image renewal, only once. The billing service decides when a charge is due. It also acts on a
 * refusal, for example by letting staff mark the month as done. So a claim that was refused stays refused, even if a
 * copy of its command arrives after the account has got money.
 */
@Injectable()
export class TaskCharge {
  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerService,
    private readonly unlimited: UnlimitedImages,
    private readonly balances: BalanceService,
    private readonly facts: PaymentFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws EntryMismatch when the month was charged before with other lines */
  async charge(actor: Actor, asked: AskedCharge, correlationId: string): Promise<Charged> {
    try {
      return await beyondLocks(() =>
        this.database.withCounty(actor.county, (tx) => this.chargeOnce(tx, actor, asked, correlationId)),
      );
    } catch (error) {
      if (!(error instanceof NotCovered)) throw error;
      return beyondLocks(() => this.database.withCounty(actor.county, (tx) => this.refuse(tx, asked)));
    }
  }

  private async refuse(tx: Tx, asked: AskedCharge): Promise<Charged> {
    await lockTask(tx, asked);
    // this call is a repetition if an earlier call posted the charge before the account was closed or the month ended
    const before = { opType: asked.task, opKey: taskKey(asked) };
    if (await this.ledger.hasEntry(tx, before)) return ok({ repeated: true });
    await keepRefusal(tx, asked, this.clock.now());
    return fail('INSUFFICIENT_FUNDS');
  }

  private async chargeOnce(
    tx: Tx,
    actor: Actor,
    asked: AskedCharge,
    correlationId: string,
  ): Promise<Charged> {
    await lockTask(tx, asked);
    const now = this.clock.now();
    if (now > new Date(asked.notAfter)) return fail('TASK_UNDER_WAY');
    if (await isRefused(tx, asked)) throw new NotCovered(`${taskKey(asked)} was refused before`);
    const { account, task, period, funding, amount, unlimitedUntil } = asked;
    const lines = taskLines(asked);
    const key = taskKey(asked);
    const by = { actor: actorText(actor), correlationId };
    // `post` checks that the account is open, but a free renewal of unlimited images posts no entry, so the account is
    // checked here
    await this.ledger.requireOpen(tx, account, `${task} ${key}`);
    if (lines.length > 0) {
      if (isOver(asked, now)) throw new NotCovered(`${task} ${key} is of a month that is over`);
      const posted = await this.ledger.post(tx, {
        ...{ opType: task, opKey: key, lines, ...by },
        ...{ subject: period, account },
      });
      if (!posted) return ok({ repeated: true });
    }
    if (unlimitedUntil !== null) await this.unlimited.extend(tx, account, new Date(unlimitedUntil));
    if (task === 'IMAGE_RENEWAL') await this.balances.announce(tx, account, 'IMG');
    if (funding === 'ESCROW' && amount > 0) await this.balances.announce(tx, account, 'USD');
    await this.facts.taskCharged(tx, actor, { task, account, amount, key });
    await failpoint('account-task-posted');
    return ok({ repeated: false });
  }
}
