import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { ManagedAccountRepository } from './managed-account.repository.js';

/**
 * Stores what the billing service's events say about each account's monthly tasks, for the account list (C2-02, C2-04).
 */
@Injectable()
export class AccountTasksConsumer {
  constructor(private readonly managed: ManagedAccountRepository) {}

  @OnEvent('billing.account-tasks-changed.v1', { consumer: 'account-tasks', newestOnly: true })
  async onTasksChanged({ payload }: EventOf<'billing.account-tasks-changed.v1'>, tx: Tx): Promise<void> {
    await this.managed.noteTasks(tx, payload.account, payload);
  }
}
