import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, sqlState, type Tx } from '@portal/infra/db';
import { emit, OnBroadcast, type EventOf } from '@portal/infra/events';
import { SessionCache } from '@portal/infra/session-cache';
import { SessionEnd } from '@portal/proto/events/gen/portal/events/identity/v1/identity_pb';
import { tellViewsEnded } from './account-view.facts.js';
import { AccountViewRepository } from './account-view.repository.js';
import type { EndReason } from './session.entity.js';
import {
  END_BATCH,
  isOfOneUser,
  SessionRepository,
  type SessionKey,
  type SessionSelector,
} from './session.repository.js';

/**
 * Ends sessions in the transaction of the change, within the limits of `SessionRepository.end`.
 * @param of the sessions to end; if missing, those that the change selects
 * @returns the ended sessions
 */
export type EndSessions = (reason: EndReason, of?: SessionSelector) => Promise<readonly SessionKey[]>;

/** Ends the sessions of a selector in a transaction. */
export type EndOfSelected = (reason: EndReason, of: SessionSelector) => Promise<unknown>;

/**
 * Thrown when a selected session did not end, because another transaction had locked it for too long. All selected
 * sessions that were free at that time have ended.
 */
export class SessionsInUse extends Error {
  override readonly name = 'SessionsInUse';

  constructor(
    /** How many sessions have ended. */
    readonly ended: number,
    cause: unknown,
  ) {
    super(`${ended} sessions have ended; others are in use`, { cause });
  }
}

/** SQLSTATE of a statement that waited too long for a row that another transaction had locked. */
const LOCK_TIMEOUT = '55P03';

/**
 * Ends sessions and updates their cached copies. The copies are marked as changed both before and after the
 * transaction, and whoever reads a marked copy asks this service instead. A session that begins between the first marks
 * and the change has no mark. If this process then dies or Redis fails before the second marks, only the event about
 * the end of that session drops its copy.
 */
@Injectable()
export class SessionEnder {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly views: AccountViewRepository,
    private readonly cache: SessionCache,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends all sessions that are selected when this method is called. Waits for other transactions that use them.
   * @returns the number of ended sessions
   * @throws SessionsInUse when the selector names several users and a session is locked for too long
   */
  async end(county: string, selector: SessionSelector, reason: EndReason): Promise<number> {
    let ended = await this.endFree(county, selector, reason);
    if (isOfOneUser(selector)) return ended;
    const skipped = await this.database.withCounty(county, (tx) => this.sessions.listLive(tx, selector));
    try {
      for (const { id } of skipped) ended += await this.endSkipped(county, id, selector, reason);
    } catch (error) {
      if (sqlState(error) !== LOCK_TIMEOUT) throw error;
      throw new SessionsInUse(ended + (await this.endFree(county, selector, reason)), error);
    }
    return ended;
  }

  /** Ends the selected sessions in batches. If the selector names several users, skips sessions that are in use. */
  private async endFree(county: string, selector: SessionSelector, reason: EndReason): Promise<number> {
    let ended = 0;
    for (let batch = END_BATCH; batch === END_BATCH; ended += batch)
      batch = (await this.change(county, selector, (_tx, end) => end(reason))).length;
    return ended;
  }

  /**
   * Waits until no other transaction uses the session, and ends the session if the selector still selects it.
   * @returns the number of ended sessions
   */
  private endSkipped(
    county: string,
    session: string,
    selector: SessionSelector,
    reason: EndReason,
  ): Promise<number> {
    return this.change(county, { session }, async (tx, end) =>
      (await this.sessions.hold(tx, session, selector)) ? (await end(reason)).length : 0,
    );
  }

  /**
   * Runs a change that ends the selected sessions or alters their data, such as the role or the terms.
   * @param work the change; it gets a function that ends the sessions in the same transaction, and may run again from
   * its start
   */
  async change<T>(
    county: string,
    selector: SessionSelector,
    work: (tx: Tx, end: EndSessions) => Promise<T>,
  ): Promise<T> {
    const before = await this.liveOf(county, selector);
    await this.cache.markChanged(before);
    // the change may also end sessions that began after `before` was read; their copies have to be dropped too
    const ended: string[] = [];
    const result = await this.database.withCounty(county, (tx) =>
      work(tx, async (reason, of = selector) => {
        const keys = await this.endIn(tx, of, reason);
        ended.push(...keys.map(({ tokenHash }) => tokenHash));
        return keys;
      }),
    );
    await this.renew(county, selector, [...before, ...ended]);
    return result;
  }

  /** True if the session has not ended. */
  async isLive(tx: Tx, session: string): Promise<boolean> {
    return (await this.sessions.listLive(tx, { session })).length > 0;
  }

  /**
   * Returns the token hashes of the live sessions that are selected. If an account is selected, these include the
   * sessions of staff who see the portal as that account.
   */
  async liveOf(county: string, selector: SessionSelector): Promise<string[]> {
    const live = await this.database.withCounty(county, (tx) => this.sessions.listAffected(tx, selector));
    return live.map(({ tokenHash }) => tokenHash);
  }

  /**
   * Makes every process read the selected sessions again, and drops the copies of sessions that have ended.
   * @param before token hashes of the sessions that were live before the change. Some may be live although they are no
   * longer selected, because their view has ended or their user has moved to another account.
   */
  async renew(county: string, selector: SessionSelector, before: readonly string[]): Promise<void> {
    const selected = await this.liveOf(county, selector);
    const stillLive = await this.database.withCounty(county, (tx) => this.sessions.listLiveAmong(tx, before));
    const living = new Set([...selected, ...stillLive]);
    await this.cache.markChanged([...living]);
    await this.cache.markEnded(before.filter((hash) => !living.has(hash)));
  }

  /**
   * Drops the copy of an ended session again, because the process that ended the session may have died before dropping
   * it.
   */
  @OnBroadcast('identity.session-ended.v1')
  async onSessionEnded({ payload }: EventOf<'identity.session-ended.v1'>): Promise<void> {
    await this.cache.markEnded([payload.tokenHash]);
  }

  /**
   * Ends the sessions of an account's users in the transaction that deactivates these users and has locked their rows.
   * Ends the sessions of one user at a time, because a selection of several users would skip sessions that are being
   * used.
   */
  async endOfAccount(tx: Tx, account: string, end: EndOfSelected): Promise<void> {
    const live = await this.sessions.listLive(tx, { account });
    const users = new Set(live.map(({ user }) => user));
    // other changes also lock users in the order of their ids
    for (const user of [...users].toSorted()) await end('DEACTIVATED', { user });
  }

  /**
   * Ends the account views of these sessions, even if the sessions themselves have ended. Puts the end of each view
   * into the audit log.
   * @param view if given, only the view with this id ends
   */
  async endViewsIn(tx: Tx, sessions: readonly string[], view?: string): Promise<void> {
    await tellViewsEnded(tx, await this.views.end(tx, sessions, this.clock.now(), view));
  }

  /**
   * Marks the rows of the selected sessions as ended, within the limits of `SessionRepository.end`, and emits the
   * events, but does not drop cached copies. Each process drops its copies within a second after an event.
   */
  async endIn(tx: Tx, selector: SessionSelector, reason: EndReason): Promise<SessionKey[]> {
    const ended = await this.sessions.end(tx, selector, reason, this.clock.now());
    const viewing = ended.filter(({ wasViewing }) => wasViewing).map(({ id }) => id);
    if (viewing.length > 0) await this.endViewsIn(tx, viewing);
    for (const { id, user, tokenHash } of ended.toSorted((a, b) => (a.user < b.user ? -1 : 1))) {
      await emit(tx, {
        type: 'identity.session-ended.v1',
        aggregate: `user:${user}`,
        actor: user,
        payload: { session: id, user, tokenHash, reason: SessionEnd[reason] },
      });
    }
    return ended;
  }
}
