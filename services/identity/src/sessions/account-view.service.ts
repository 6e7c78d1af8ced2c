import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { tellViewBegun } from './account-view.facts.js';
import { AccountViewRepository } from './account-view.repository.js';
import { mayView, VIEW_MS } from './account-view.rules.js';
import { SessionEnder } from './session.ender.js';

type Done = Record<string, never>;

/** Lets staff see the portal as a user of an account would (DECISIONS.md#panel-89). */
@Injectable()
export class AccountViewService {
  constructor(
    private readonly database: Database,
    private readonly views: AccountViewRepository,
    private readonly ender: SessionEnder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Begins a view in the actor's own session. */
  async begin(
    { county, session, user, role }: Actor,
    account: string,
  ): Promise<Result<Done, 'ACCOUNT_INACTIVE' | 'NOT_FOUND'>> {
    if (session === null || user === null || !mayView(role)) return fail('NOT_FOUND');
    return this.ender.change(county, { session }, async (tx) => {
      const found = await this.views.lockAccount(tx, account);
      if (!found) return fail('NOT_FOUND');
      if (found.status !== 'A') return fail('ACCOUNT_INACTIVE');
      const now = this.clock.now();
      await this.ender.endViewsIn(tx, [session]);
      const until = new Date(now.getTime() + VIEW_MS);
      const begun = await this.views.begin(tx, session, { id: randomUUID(), account, beganAt: now, until });
      if (!begun) return fail('NOT_FOUND');
      await tellViewBegun(tx, user, { account, name: found.name });
      return ok({});
    });
  }

  /**
   * Ends the account view of the actor's session, if it has one. If the actor was in a view when the command was sent,
   * ends only that view, because the session may have begun another one since.
   */
  async end({ county, session, user, viewing }: Actor): Promise<void> {
    if (session !== null) await this.endOf(county, session, viewing ? (user ?? undefined) : undefined);
  }

  /**
   * Ends the county's account views whose time is up, whose account has been deactivated or deleted, or whose session
   * has ended. The sessions have already stopped showing these views; ending them records the end in the audit log.
   */
  async endOver(county: string): Promise<void> {
    const now = this.clock.now();
    const over = await this.database.withCounty(county, async (tx) => [
      ...(await this.views.listOver(tx, now)),
      ...(await this.views.listLeftOpen(tx)),
    ]);
    for (const { session, view } of over) await this.endOf(county, session, view);
  }

  private endOf(county: string, session: string, view?: string): Promise<void> {
    return this.ender.change(county, { session }, (tx) => this.ender.endViewsIn(tx, [session], view));
  }
}
