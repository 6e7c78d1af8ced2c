import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CONFIG, type Config } from '@portal/infra/config';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { CardProvider, ProviderUnavailable } from '../cards/card-provider.js';
import type { CardDuty, CardTask, ProviderAnswer } from '../cards/card-task.js';
import { AttemptRepository, type Attempt } from './attempt.repository.js';
import { AttemptSettler } from './attempt-settler.js';
import { CLOCKS_DIFFER_MS, GRACE_MS, LOOK_AT_HELD_MS, LOOK_AT_MOST_MS } from './attempt.states.js';

const log = openLog('payments');
/**
 * The time between the later checks of an attempt, as a multiple of the time before its first check: if the first check
 * comes after two minutes, the later checks follow every five minutes.
 */
const LOOK_AGAIN_AFTER = 2.5;

/**
 * Finds payments that no browser reported, for example because the customer closed the browser right after paying
 * (payments/DESIGN.md#card-payments rule 12).
 */
@Injectable()
export class AttemptSweeper implements CardDuty {
  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptRepository,
    private readonly cards: CardProvider,
    private readonly settler: AttemptSettler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'cardFirstLookSeconds'>,
  ) {}

  async takeNext(county: string): Promise<CardTask | undefined> {
    const now = this.clock.now();
    const again = new Date(now.getTime() + this.config.cardFirstLookSeconds * LOOK_AGAIN_AFTER * 1_000);
    const attempt = await this.database.withCounty(county, (tx) => this.attempts.claimNext(tx, now, again));
    return attempt && (() => this.look(attempt, now));
  }

  private async look(attempt: Attempt, now: Date): Promise<ProviderAnswer> {
    await failpoint('attempt-taken-over');
    try {
      return await (attempt.state === 'HELD_FOR_REVIEW'
        ? this.lookAtHeld(attempt, now)
        : this.search(attempt, now));
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.warn({ err: error, attempt: attempt.id }, 'the card provider cannot be asked about an attempt');
      return 'UNANSWERED';
    }
  }

  private async search(attempt: Attempt, now: Date): Promise<ProviderAnswer> {
    const { countyId, id, refId, createdAt, merchantRef } = attempt;
    const isOld = now.getTime() > createdAt.getTime() + LOOK_AT_MOST_MS;
    if ((await this.cards.merchantOf(countyId)) !== merchantRef) {
      if (isOld) await this.giveUpWhenOver(attempt, now);
      return 'NOT_ASKED';
    }
    const since = new Date(createdAt.getTime() - CLOCKS_DIFFER_MS);
    const until = new Date(now.getTime() + CLOCKS_DIFFER_MS);
    const found = await this.cards.findByReference(countyId, refId, since, until);
    let waits = false;
    let answer: ProviderAnswer = 'ANSWERED';
    for (const transactionId of found) {
      const { outcome, unanswered } = await this.settler.settleAttempt(countyId, id, transactionId);
      waits ||= unanswered ?? (outcome === 'PENDING' && !isOld);
      if (unanswered) answer = 'UNANSWERED';
    }
    if (!waits) await this.giveUpWhenOver(attempt, now);
    return answer;
  }

  /**
   * Gives up an attempt if its token had expired so long before `now` that no payment for it can turn up anymore. `now`
   * is the time at which the provider was asked.
   */
  private async giveUpWhenOver({ countyId, id, tokenExpiresAt }: Attempt, now: Date): Promise<void> {
    if (now.getTime() <= tokenExpiresAt.getTime() + GRACE_MS) return;
    await this.database.withCounty(countyId, async (tx) => {
      const { state } = await this.attempts.lock(tx, id);
      const open = state === 'CREATED' || state === 'TOKEN_ISSUED';
      if (open || state === 'MISMATCH' || state === 'DECLINED') {
        await this.attempts.move(tx, id, state, open ? 'ABANDONED' : state, { nextLookAt: null });
      }
    });
  }

  private async lookAtHeld(attempt: Attempt, now: Date): Promise<ProviderAnswer> {
    const { countyId, id, transactionId, createdAt } = attempt;
    if (transactionId === null) throw new Error(`held attempt ${id} has no transaction`);
    const { unanswered } = await this.settler.settleAttempt(countyId, id, transactionId);
    const over = now.getTime() > createdAt.getTime() + LOOK_AT_MOST_MS;
    const nextLookAt = over && !unanswered ? null : new Date(now.getTime() + LOOK_AT_HELD_MS);
    // has no effect if the attempt has left the state HELD_FOR_REVIEW in the meantime
    await this.database.withCounty(countyId, (tx) =>
      this.attempts.move(tx, id, 'HELD_FOR_REVIEW', 'HELD_FOR_REVIEW', { nextLookAt }),
    );
    return unanswered ? 'UNANSWERED' : 'ANSWERED';
  }
}
