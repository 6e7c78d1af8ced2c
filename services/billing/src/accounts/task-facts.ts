import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ClaimedMonth } from '../periods/task-month.repository.js';
import { BilledAccountRepository } from './billed-account.repository.js';

/** Writes events about tasks to the outbox, in the transaction of the change. */
@Injectable()
export class TaskFacts {
  constructor(private readonly accounts: BilledAccountRepository) {}

  /**
   * Emits an event for each of these accounts whose `needsBilling`, `needsImageRenewal` or `lastTasks` has changed,
   * because the account list shows these fields.
   */
  async standingChanged(tx: Tx, accounts: readonly string[]): Promise<void> {
    for (const standing of await this.accounts.refreshNeeds(tx, accounts))
      await emit(tx, {
        type: 'billing.account-tasks-changed.v1',
        aggregate: `account:${standing.account}`,
        payload: standing,
      });
  }

  async fundsNeeded(tx: Tx, { account, task, period, rate }: ClaimedMonth): Promise<void> {
    await emit(tx, {
      type: 'billing.funds-needed.v1',
      aggregate: `account:${account}`,
      payload: { account, task, period, amount: BigInt(rate.amount) },
    });
  }

  /** Emits an event for the audit log about an action of staff on the tasks of an account or of the county. */
  async actionTaken(tx: Tx, actor: Actor, action: string, object: string, detail: string): Promise<void> {
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: object,
      actor: actor.user ?? actor.username,
      payload: { action: `account-task.${action}`, object, beforeHash: '', afterHash: '', detail },
    });
  }
}
