import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { maySaveAccounts, termsOf } from '../accounts/account.rules.js';
import { SessionEnder } from '../sessions/session.ender.js';
import { UserRepository } from '../users/user.repository.js';
import { ManagedAccountRepository } from './managed-account.repository.js';

/** The number of accounts that one transaction changes. */
const BATCH = 100;

/**
 * Removes every account's own choice of searches, when staff press the button "Save and Update" on the page Search 1
 * (C5-06).
 */
@Injectable()
export class PageAccessReset {
  constructor(
    private readonly database: Database,
    private readonly managed: ManagedAccountRepository,
    private readonly users: UserRepository,
    private readonly ender: SessionEnder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Works in batches, so that the users of a large county are not locked for long. If a reset stops halfway, the
   * accounts of the finished batches are reset, and the next reset does the rest.
   * @returns the number of accounts that had their own choice of searches
   */
  async ofAll(actor: Actor): Promise<Result<{ accounts: number }, 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    let accounts = 0;
    for (let after = FIRST; ;) {
      const batch = await this.database.withCounty(actor.county, (tx) =>
        this.managed.listWithSearches(tx, after, BATCH),
      );
      if (batch.length > 0) accounts += await this.reset(actor, batch);
      after = batch.at(-1) ?? after;
      if (batch.length < BATCH) return ok({ accounts });
    }
  }

  private reset(actor: Actor, ids: readonly string[]): Promise<number> {
    return this.ender.change(actor.county, { accounts: ids }, async (tx) => {
      const reset = await this.managed.clearSearches(tx, ids, this.clock.now());
      for (const id of ids) await this.users.lockOfAccount(tx, id);
      const by = actor.user ?? actor.username;
      for (const { id, name, status, ...terms } of reset)
        await emit(tx, {
          ...{ type: 'identity.account-changed.v1', aggregate: `account:${id}`, actor: by },
          payload: { account: id, name, status, terms: termsOf(terms) },
        });
      await this.tell(tx, actor.county, by, reset.length);
      return reset.length;
    });
  }

  private async tell(tx: Tx, county: string, actor: string, accounts: number): Promise<void> {
    if (accounts === 0) return;
    const object = `county:${county}`;
    await emit(tx, {
      ...{ type: 'audit.action-taken.v1', aggregate: object, actor },
      payload: { action: 'accounts.page-access-reset', object, detail: String(accounts) },
    });
  }
}

/** An id that sorts before every account's id. */
const FIRST = '00000000-0000-0000-0000-000000000000';
