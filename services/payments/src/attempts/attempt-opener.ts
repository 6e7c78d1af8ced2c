import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CONFIG, type Config } from '@portal/infra/config';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { CardSession } from '@portal/proto/rpc/payments';
import {
  CardProvider,
  ProviderUnavailable,
  type CardMode,
  type HostedSession,
} from '../cards/card-provider.js';
import { ClosedAccountRepository } from '../ledger/closed-account.repository.js';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { AttemptRepository, type NewAttempt, type Purpose } from './attempt.repository.js';

const log = openLog('payments');

const HOUR_MS = 60 * 60_000;
/** How many card pages a payer may leave unpaid in an hour (S37). */
const UNFINISHED_AN_HOUR = 5;
/** How many declined cards a payer may have in an hour (S37). Card testers try many cards; customers try few. */
const DECLINES_AN_HOUR = 3;
const MINUTE_MS = 60_000;
/**
 * A waiting card page is reused only if its token is valid for at least this long, which is enough to type in a card.
 */
const REOPENED_FOR_MS = 3 * MINUTE_MS;

export interface AttemptTerms {
  readonly purpose: Purpose;
  readonly mode: CardMode;
  /** The amount that is credited or may be spent, in cents; above 0. */
  readonly credit: bigint;
  /** The surcharge that the card pays in addition, in cents. */
  readonly surcharge: bigint;
  readonly description: string;
  readonly communicatorUrl: string;
  /** The filing that the payment is for. */
  readonly subjectId?: string;
}

export type OpenError = 'CARD_NOT_OFFERED' | 'CARD_PROVIDER_UNAVAILABLE' | 'TOO_MANY_REQUESTS';

/** Writes the attempt, then fetches its token from the provider. */
@Injectable()
export class AttemptOpener {
  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptRepository,
    private readonly cards: CardProvider,
    private readonly closed: ClosedAccountRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'cardFirstLookSeconds'>,
  ) {}

  async open(
    actor: Actor,
    terms: AttemptTerms,
    correlationId: string,
  ): Promise<Result<CardSession, OpenError>> {
    const merchantRef = await this.cards.merchantOf(actor.county);
    if (merchantRef === undefined) return fail('CARD_NOT_OFFERED');
    const attempt = this.draft(actor, terms, merchantRef, correlationId);
    const { countyId, id } = attempt;
    const begun = await this.database.withCounty(countyId, (tx) => this.begin(tx, actor, attempt));
    if (begun === 'CLOSED') return fail('CARD_NOT_OFFERED');
    if (begun === 'REFUSED') return fail('TOO_MANY_REQUESTS');
    if (begun === 'OTHER_MERCHANT') return fail('CARD_PROVIDER_UNAVAILABLE');
    if (begun !== 'WRITTEN') return ok(begun);
    await failpoint('attempt-written');
    const session = await this.askForToken(attempt, terms);
    if (!session) return fail('CARD_PROVIDER_UNAVAILABLE');
    await failpoint('attempt-token-received');
    await this.database.withCounty(countyId, async (tx) => {
      await this.attempts.keepSession(tx, id, session);
      await this.attempts.move(tx, id, 'CREATED', 'TOKEN_ISSUED');
    });
    return ok(show(attempt, session));
  }

  /**
   * Writes the attempt and returns WRITTEN. If a preauthorization page of this amount is waiting, returns that page and
   * writes nothing. If no page may be opened, returns the reason.
   */
  private async begin(
    tx: Tx,
    actor: Actor,
    attempt: NewAttempt,
  ): Promise<CardSession | 'WRITTEN' | 'REFUSED' | 'CLOSED' | 'OTHER_MERCHANT'> {
    // the account may have been deleted while this request was under way
    if (attempt.accountId !== null && !(await this.closed.isOpen(tx, attempt.accountId))) return 'CLOSED';
    if (!(await this.attempts.hasMerchant(tx, attempt.merchantRef))) return 'OTHER_MERCHANT';
    const at = (ms: number): Date => new Date(attempt.createdAt.getTime() + ms);
    // guests share one user, and one guest must not lock out the others
    const { isGuest } = standingOf(actor);
    const payer = { userId: attempt.userId, sessionId: isGuest ? actor.session : null };
    const { unfinished, declined } = await this.attempts.countFailures(
      tx,
      payer,
      at(-HOUR_MS),
      at(-MINUTE_MS),
    );
    if (declined >= DECLINES_AN_HOUR) return 'REFUSED';
    const waiting = attempt.purpose === 'PREAUTH' && (await this.reopen(tx, attempt, !isGuest));
    if (waiting) return waiting;
    if (unfinished >= UNFINISHED_AN_HOUR) return 'REFUSED';
    // the sweeper first checks the attempt while its card page is open, so that declined cards count even if the
    // browser does not report them
    await this.attempts.insert(tx, attempt, at(this.config.cardFirstLookSeconds * 1_000));
    return 'WRITTEN';
  }

  /**
   * Finds a waiting card page to open again. Every opened search asks for a card page (B9-04), so all tabs of the
   * session share one waiting page, and the user's next session takes it over.
   */
  private async reopen(tx: Tx, attempt: NewAttempt, alsoOfEnded: boolean): Promise<CardSession | undefined> {
    const openAt = new Date(attempt.createdAt.getTime() + REOPENED_FOR_MS);
    const waiting = await this.attempts.findWaiting(tx, attempt, openAt, alsoOfEnded);
    if (!waiting) return undefined;
    await this.attempts.handTo(tx, waiting.attempt.id, attempt.sessionId);
    return show(waiting.attempt, waiting.session);
  }

  private draft(
    actor: Actor,
    { purpose, mode, credit, surcharge, subjectId }: AttemptTerms,
    merchantRef: string,
    correlationId: string,
  ): NewAttempt {
    const now = this.clock.now();
    return {
      id: randomUUID(),
      countyId: actor.county,
      accountId: actor.account,
      userId: userOf(actor),
      sessionId: actor.session,
      purpose,
      subjectId: subjectId ?? null,
      provider: this.cards.id,
      merchantRef,
      mode,
      expected: credit + surcharge,
      credit,
      refId: randomBytes(10).toString('hex').toUpperCase(),
      tokenExpiresAt: new Date(now.getTime() + this.cards.tokenLivesMs),
      createdAt: now,
      correlationId,
    };
  }

  private async askForToken(
    { countyId, id, refId, expected, mode }: NewAttempt,
    { description, communicatorUrl }: AttemptTerms,
  ): Promise<HostedSession | undefined> {
    try {
      const wanted = { county: countyId, refId, amount: expected, mode, description, communicatorUrl };
      return await this.cards.createHostedSession(wanted);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      // if the provider has created a token anyway, no browser has it, so nobody can pay; the sweeper still checks the
      // attempt
      log.warn({ attempt: id, err: error }, 'no token for the card page');
      return undefined;
    }
  }
}

const show = ({ id, credit, expected, tokenExpiresAt }: NewAttempt, session: HostedSession): CardSession => ({
  attemptId: id,
  ...session,
  expiresAt: tokenExpiresAt.toISOString(),
  amount: Number(credit),
  surcharge: Number(expected - credit),
  total: Number(expected),
});
