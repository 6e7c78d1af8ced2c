import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, sqlState, type Tx } from '@portal/infra/db';
import { hashToken, SessionCache } from '@portal/infra/session-cache';
import type { Language } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Session } from '@portal/proto/rpc/identity';
import { CountyRulesReader } from './county-rules.js';
import { SessionEnder } from './session.ender.js';
import { SessionRepository, type Provided, type SignInProof } from './session.repository.js';
import {
  idleSince,
  isActive,
  limitsOf,
  LONGEST_MS,
  sessionOf,
  whyOver,
  type CountyRules,
  type LiveSession,
} from './session.rules.js';

const TOUCH_EVERY_MS = 60_000;
/** SQLSTATE for a row that refers to a row which does not exist. */
const REFERS_TO_NOTHING = '23503';

export interface OpenedSession {
  readonly token: string;
  readonly session: Session;
}

/** The user of a new session. */
interface SignedInUser {
  readonly id: string;
  /** The language chosen at sign-in; undefined keeps the language of the user's profile. */
  readonly language: Language | undefined;
  /** What the county's identity provider has reported; set only after a sign-in there. */
  readonly provided?: Provided | undefined;
  /** What the sign-in has checked; set only after a sign-in with a password. */
  readonly proof?: SignInProof | undefined;
}

@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly rules: CountyRulesReader,
    private readonly cache: SessionCache,
    private readonly ender: SessionEnder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a session with its own token; only the token's hash is stored. The insert waits for a concurrent change that
   * has locked the user or the account. So either this method sees the change, or the change finds this session and ends
   * it.
   * @param user.proof what the sign-in has checked
   * @param note a function that writes additional rows in the same transaction
   * @returns the session, or why there is none: `DEACTIVATED` if the user was deactivated or deleted in the meantime,
   * `REPLACED` if the password or the second factor has changed since `proof` was taken
   */
  async begin(
    rules: CountyRules,
    user: SignedInUser,
    note: (tx: Tx, session: string) => Promise<void>,
  ): Promise<OpenedSession | 'DEACTIVATED' | 'REPLACED'> {
    const { proof } = user;
    const token = this.cache.newToken();
    const tokenHash = hashToken(token);
    const id = randomUUID();
    const now = this.clock.now();
    const row = {
      id,
      tokenHash,
      userId: user.id,
      language: user.language,
      createdAt: now,
      provided: user.provided,
    };
    const readAt = performance.now();
    const begun = await this.database
      .withCounty(rules.county, async (tx) => {
        await this.sessions.open(tx, row);
        const opened = await this.sessions.findByToken(tx, tokenHash);
        const isHere = opened && isActive(opened.user);
        if (isHere && (!proof || (await this.sessions.isProofCurrent(tx, user.id, proof)))) {
          await note(tx, id);
          return opened;
        }
        const reason = isHere ? 'REPLACED' : 'DEACTIVATED';
        await this.sessions.end(tx, { session: id }, reason, now);
        return reason;
      })
      .catch(deactivatedIfDeleted);
    return typeof begun === 'string' ? begun : { token, session: await this.publish(begun, rules, readAt) };
  }

  /** Finds the session of a token and records a visit; null when the session does not exist or has ended. */
  async open(county: string, tokenHash: string): Promise<Session | null> {
    const rules = await this.rules.read(county);
    const now = this.clock.now();
    const readAt = performance.now();
    const live = await this.database.withCounty(county, (tx) => this.sessions.findByToken(tx, tokenHash));
    if (!live) return null;
    if (live.endedAt) {
      await this.cache.markEnded([tokenHash]);
      return null;
    }
    const reason = whyOver(live, rules, now);
    if (reason) {
      await this.ender.end(county, { session: live.id }, reason);
      return null;
    }
    await this.note(county, [tokenHash], now, rules, now);
    return this.publish({ ...live, lastSeen: now }, rules, readAt);
  }

  /** Records visits, at most once a minute for each session; ended sessions stay ended. */
  async touch(county: string, tokenHashes: readonly string[]): Promise<void> {
    if (tokenHashes.length === 0) return;
    const now = this.clock.now();
    const seenBefore = new Date(now.getTime() - TOUCH_EVERY_MS);
    await this.note(county, tokenHashes, seenBefore, await this.rules.read(county), now);
  }

  async signOut(actor: Actor): Promise<void> {
    if (actor.session) await this.ender.end(actor.county, { session: actor.session }, 'SIGNED_OUT');
  }

  /**
   * Ends all sessions of the user. Returns undefined for a guest, because many people share that user.
   * @returns the number of ended sessions
   */
  async signOutEverywhere({ county, user, role, session, viewing }: Actor): Promise<number | undefined> {
    // in an account view, the actor's user id belongs to no user, so the user is found through the session
    if (viewing && session !== null) {
      const others = await this.ender.end(county, { othersOf: session }, 'SIGNED_OUT');
      return others + (await this.ender.end(county, { session }, 'SIGNED_OUT'));
    }
    if (user === null || role === 'GUEST') return undefined;
    return this.ender.end(county, { user }, 'SIGNED_OUT');
  }

  /** @param readAt see `SessionCache.keep` */
  private async publish(live: LiveSession, rules: CountyRules, readAt: number): Promise<Session> {
    const now = this.clock.now();
    const session = this.cache.vouchFor(sessionOf(live, rules, now));
    const { copySeconds } = limitsOf(live, rules.userAccess);
    const { view } = session.user;
    // the cached copy must not outlast the account view
    const viewSeconds = view ? (Date.parse(view.until) - now.getTime()) / 1000 : copySeconds;
    await this.cache.keep(live.tokenHash, session, Math.min(copySeconds, viewSeconds), readAt);
    return session;
  }

  private async note(
    county: string,
    tokenHashes: readonly string[],
    seenBefore: Date,
    { userAccess }: CountyRules,
    now: Date,
  ): Promise<void> {
    const notBefore = idleSince(now, userAccess) ?? new Date(now.getTime() - LONGEST_MS);
    await this.database.withCounty(county, (tx) =>
      this.sessions.touch(tx, tokenHashes, { now, seenBefore, notBefore }),
    );
  }
}

/**
 * Returns DEACTIVATED if a row that the beginning of a session writes refers to a missing row: all these rows refer to
 * the user, so the user was deleted. Throws any other error again.
 */
function deactivatedIfDeleted(error: unknown): 'DEACTIVATED' {
  if (sqlState(error) === REFERS_TO_NOTHING) return 'DEACTIVATED';
  throw error;
}
