import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type { FilingState } from '@portal/proto/rpc/efile';
import type { claimFiling, listQueue, OfficeFiling, viewFiling } from '@portal/proto/rpc/efile-queue';
import { EfileTerms } from './efile-terms.js';
import { FilingQueueRepository } from './filing-queue.repository.js';
import { FilingRepository } from './filing.repository.js';
import { isOffice, userOf, wasSent, type Sent } from './filing.rules.js';
import { isMine, isOver, releasedState, shownToOffice, viewStates } from './office.rules.js';

type Looked = ResultOf<typeof viewFiling>;
type Claimed = Result<
  { readonly filing: Sent; readonly was: FilingState },
  'NOT_FOUND' | 'FILING_CLAIMED' | 'FILING_MOVED'
>;

/** The filings that wait for the office, and which clerk works on each (imaging/DESIGN.md#the-office). */
@Injectable()
export class FilingQueueService {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly queue: FilingQueueRepository,
    private readonly terms: EfileTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    actor: Actor,
    { view, offset, limit, ...filters }: Parsed<typeof listQueue>,
  ): Promise<ResultOf<typeof listQueue>> {
    if (!isOffice(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const listed = { states: viewStates[view], ...filters };
      const found = await this.queue.list(tx, listed, { newestFirst: isOver(view), offset, limit });
      const sent = found.filter(wasSent);
      const numbers = await this.numbersOf(tx, sent);
      const filings = sent.map((filing) => shownToOffice(filing, numbers(filing), actor));
      return ok({ filings, total: await this.queue.count(tx, listed) });
    });
  }

  async view(actor: Actor, id: string): Promise<Looked> {
    const found = await this.database.withCounty(
      actor.county,
      async (tx): Promise<Result<Sent, 'NOT_FOUND'>> => {
        const filing = isOffice(actor) ? await this.filings.find(tx, id) : undefined;
        return wasSent(filing) ? ok(filing) : fail('NOT_FOUND');
      },
    );
    return found.ok ? ok(await this.looked(actor, found.value)) : found;
  }

  async claim(actor: Actor, asked: Parsed<typeof claimFiling>): Promise<ResultOf<typeof claimFiling>> {
    const claimed = await this.take(actor, asked);
    return claimed.ok ? ok(await this.looked(actor, claimed.value.filing)) : claimed;
  }

  /**
   * Claims a filing.
   * @returns the filing and its previous state, which is IN_REVIEW when the caller or another clerk had claimed it
   */
  take(actor: Actor, { filing: id, over }: Parsed<typeof claimFiling>): Promise<Claimed> {
    const claim = { by: userOf(actor), name: actor.username, at: this.clock.now() };
    return this.database.withCounty(actor.county, async (tx): Promise<Claimed> => {
      const filing = isOffice(actor) ? await this.filings.lock(tx, id) : undefined;
      if (!wasSent(filing)) return fail('NOT_FOUND');
      const { state } = filing;
      if (isMine(filing, actor)) return ok({ filing, was: state });
      if (state === 'IN_REVIEW') {
        if (!over) return fail('FILING_CLAIMED', { username: filing.claimedName ?? '' });
        await this.queue.takeOver(tx, id, claim);
      } else if (state === 'SUBMITTED' || state === 'CORRECTION_ASKED') {
        const { by: claimedBy, name: claimedName, at: claimedAt } = claim;
        await this.filings.move(tx, id, state, 'IN_REVIEW', { claimedBy, claimedName, claimedAt });
      } else return fail('FILING_MOVED');
      const { by: claimedBy, name: claimedName, at: claimedAt } = claim;
      const claimed: Sent = { ...filing, state: 'IN_REVIEW', claimedBy, claimedName, claimedAt };
      return ok({ filing: claimed, was: state });
    });
  }

  /**
   * Gives up a claim. A filing for which the office has already asked for a correction returns to CORRECTION_ASKED,
   * because the sender can correct the filing only in that state.
   */
  async release(actor: Actor, id: string): Promise<Looked> {
    await this.database.withCounty(actor.county, async (tx) => {
      const filing = isOffice(actor) ? await this.filings.lock(tx, id) : undefined;
      if (!wasSent(filing) || !isMine(filing, actor)) return;
      const nobody = { claimedBy: null, claimedName: null, claimedAt: null };
      await this.filings.move(tx, id, 'IN_REVIEW', releasedState(filing), nobody);
    });
    return this.view(actor, id);
  }

  /** Returns a filing in the form in which the office sees it. */
  async shown(actor: Actor, filing: Sent): Promise<OfficeFiling> {
    return this.database.withCounty(actor.county, async (tx) => {
      const numbers = await this.numbersOf(tx, [filing]);
      return shownToOffice(filing, numbers(filing), actor);
    });
  }

  private async looked(actor: Actor, filing: Sent) {
    const { reasons } = await this.terms.office(actor.county);
    return { filing: await this.shown(actor, filing), reasons: [...reasons] };
  }

  private async numbersOf(tx: Tx, filings: readonly Sent[]): Promise<(filing: Sent) => number | null> {
    const ids = filings.flatMap(({ corrects }) => corrects ?? []);
    const numbers = await this.filings.numbersOf(tx, ids);
    return ({ corrects }) => (corrects === null ? null : (numbers.get(corrects) ?? null));
  }
}
