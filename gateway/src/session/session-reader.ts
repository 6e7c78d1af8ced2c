import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { OnBroadcast, OnResync } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import { RpcClient } from '@portal/infra/rpc';
import { SessionCache } from '@portal/infra/session-cache';
import { openSession, touchSessions, type Session } from '@portal/proto/rpc/identity';
import { refuse } from '../answers/refusal.js';
import { visitorOf } from './visit.js';

/** How long this process trusts a copy of a session. Every process refuses an ended session within a second (S12). */
const believedMs = 500;
const touchEveryMs = 20_000;
const mostKept = 20_000;

interface Read {
  readonly session: Session | null;
  readonly until: number;
}

/**
 * Finds the session of a token: in this process's copy if that is at most half a second old, then in Redis, then in the
 * identity service. Every twenty seconds it reports the used sessions to the identity service (`last_seen` changes at
 * most once a minute).
 */
@Injectable()
export class SessionReader implements OnModuleInit, OnModuleDestroy {
  private readonly log = openLog('gateway');
  private readonly reads = new Map<string, Read>();
  private readonly used = new Map<string, Set<string>>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly rpc: RpcClient,
    private readonly cache: SessionCache,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.touch(), touchEveryMs);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Returns the live session of the token in this county; null when there is none. */
  async read(county: string, tokenHash: string): Promise<Session | null> {
    const known = this.reads.get(tokenHash);
    const session =
      known && known.until > performance.now() ? known.session : await this.readAnew(county, tokenHash);
    if (session?.actor.county !== county) return null;
    this.used.set(county, (this.used.get(county) ?? new Set()).add(tokenHash));
    return session;
  }

  /**
   * How `read` will find out about a token. A token counts as invented if it has no valid mark of the identity service;
   * so does a token from before an update or a change of keys.
   * @returns `COPY` if it will not ask the identity service, `ISSUED` if it will ask about a token that this service has
   * issued, `INVENTED` if it will ask about a token that a client may have invented
   */
  async sourceOf(token: string, tokenHash: string): Promise<'COPY' | 'ISSUED' | 'INVENTED'> {
    const known = this.reads.get(tokenHash);
    const isCopied =
      (known && known.until > performance.now()) || (await this.findCopy(tokenHash)) !== undefined;
    if (isCopied) return 'COPY';
    return this.cache.isIssued(token) ? 'ISSUED' : 'INVENTED';
  }

  /** Drops this process's copy of a session. */
  forget(tokenHash: string): void {
    this.reads.delete(tokenHash);
  }

  /** Makes the next requests read Redis again after a session has ended, or a user or an account has changed. */
  @OnBroadcast(['identity.session-ended.v1', 'identity.user-changed.v1', 'identity.account-changed.v1'])
  onSessionsChanged(): void {
    this.reads.clear();
  }

  @OnResync()
  onResync(): void {
    this.reads.clear();
  }

  private async readAnew(county: string, tokenHash: string): Promise<Session | null> {
    const copy = await this.findCopy(tokenHash);
    const session = copy === undefined ? await this.ask(county, tokenHash) : copy;
    if (this.reads.size > mostKept) this.reads.clear();
    this.reads.set(tokenHash, { session, until: performance.now() + believedMs });
    return session;
  }

  private findCopy(tokenHash: string): Promise<Session | null | undefined> {
    return this.cache.find(tokenHash, this.clock.now()).catch(() => refuse('SERVICE_UNAVAILABLE'));
  }

  private async ask(county: string, tokenHash: string): Promise<Session | null> {
    const answer = await this.rpc.call(openSession, { tokenHash }, { actor: visitorOf(county) });
    return answer.ok ? answer.value : refuse(answer.code);
  }

  private async touch(): Promise<void> {
    const used = [...this.used];
    this.used.clear();
    for (const [county, hashes] of used) {
      const answer = await this.rpc.call(
        touchSessions,
        { tokenHashes: [...hashes] },
        { actor: visitorOf(county) },
      );
      if (!answer.ok)
        this.log.warn({ code: answer.code, sessions: hashes.size }, 'session visits were not noted');
    }
  }
}
