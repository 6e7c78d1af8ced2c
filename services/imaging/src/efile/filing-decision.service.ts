import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, isDuplicate, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { fail, ok, type Failure, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type { recordFiling, rejectFiling } from '@portal/proto/rpc/efile-queue';
import { EfileTerms } from './efile-terms.js';
import { FilingCopies } from './filing-copies.js';
import { FilingSettler } from './filing-settler.js';
import { FilingRepository, type Filing } from './filing.repository.js';
import { isOffice, userOf, wasSent, type Sent } from './filing.rules.js';
import { ASK_AGAIN_MS } from './filing.states.js';
import { isMine, recordingTime, shownToOffice, stampLines, type ToldTime } from './office.rules.js';

const log = openLog('imaging');

/** The data of a recording. The time is the county's local time; a land system may send an exact instant instead. */
type Record_ = Omit<Parsed<typeof recordFiling>, 'date' | 'time'> & ToldTime;
type Returned = Parsed<typeof rejectFiling>;
type Recorded = ResultOf<typeof recordFiling>;
type Rejected = ResultOf<typeof rejectFiling>;
type Refused = 'NOT_FOUND' | 'FILING_CLAIMED' | 'FILING_MOVED';

/** A filing that the caller may decide about. If `decided` is true, the caller has already made the same decision. */
type Ready = Result<{ readonly filing: Sent; readonly decided: boolean }, Refused>;

/** The states that a filing goes through after each decision. */
const outcomes = {
  RECORDING: ['RECORDING', 'RECORDED'],
  REJECTING: ['REJECTING', 'REJECTED'],
  CORRECTION_ASKED: ['CORRECTION_ASKED'],
} as const satisfies Partial<Record<Filing['state'], readonly Filing['state'][]>>;
type Decision = keyof typeof outcomes;

/**
 * The office's decisions (imaging/DESIGN.md#the-office). The decision is stored before any money moves; from then on
 * `FilingSettler` or, after a crash, `FilingCompleter` finishes it.
 */
@Injectable()
export class FilingDecisionService {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly copies: FilingCopies,
    private readonly settler: FilingSettler,
    private readonly terms: EfileTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async record(actor: Actor, asked: Record_): Promise<Recorded> {
    const ready = await this.inCounty(actor, (tx) => this.recordable(tx, actor, asked));
    if (!ready.ok) return ready;
    const { filing, decided } = ready.value;
    if (decided)
      return filing.documentNumber === asked.documentNumber
        ? this.finish(actor, filing)
        : fail('FILING_MOVED');
    const office = await this.terms.office(actor.county);
    const { documentNumber, book, page, note } = asked;
    const at = recordingTime(office, asked, { submittedAt: filing.submittedAt, now: this.clock.now() });
    if (!(at instanceof Date)) return fail('INVALID_INPUT', undefined, { recordedTime: at.fault });
    const recorded = { documentNumber, recordedAt: at, book, page };
    // every step that may fail comes before the fee is taken
    const copy = await this.copies.endorse(actor.county, filing, stampLines(office, filing, recorded));
    if (copy === 'BUSY') return fail('SERVICE_BUSY');
    if (!copy) return fail('FILING_NOT_STAMPED');
    await failpoint('filing-endorsed');
    return this.begin(actor, filing, { ...recorded, ...copy, note });
  }

  async reject(actor: Actor, asked: Returned): Promise<Rejected> {
    return (await this.unknownReason(actor, asked)) ?? this.returnFor(actor, asked);
  }

  /** Rejects a filing. Accepts any reasons, because the land system's reasons are not in the county's list. */
  async returnFor(actor: Actor, asked: Returned): Promise<Rejected> {
    const begun = await this.inCounty(actor, async (tx) => {
      const ready = await this.ready(tx, actor, asked.filing, 'REJECTING');
      if (!ready.ok || ready.value.decided) return ready;
      const { reasons, note } = asked;
      return this.move(tx, actor, ready.value.filing, 'REJECTING', { reasons, note });
    });
    if (!begun.ok) return begun;
    await failpoint('filing-rejecting');
    return this.finish(actor, begun.value.filing);
  }

  /** Asks for a correction. No money moves, so no further step follows. */
  async askCorrection(actor: Actor, asked: Returned): Promise<Rejected> {
    const unknown = await this.unknownReason(actor, asked);
    if (unknown) return unknown;
    const sent = await this.inCounty(actor, async (tx) => {
      const ready = await this.ready(tx, actor, asked.filing, 'CORRECTION_ASKED');
      if (!ready.ok || ready.value.decided) return ready;
      const { reasons, note } = asked;
      const moved = await this.move(tx, actor, ready.value.filing, 'CORRECTION_ASKED', { reasons, note });
      await this.settler.tell(tx, moved.value.filing, userOf(actor));
      return moved;
    });
    return sent.ok ? ok(shownToOffice(sent.value.filing, null, actor)) : sent;
  }

  private async begin(
    actor: Actor,
    { id }: Sent,
    changes: Parameters<FilingRepository['move']>[4] & { documentNumber: string },
  ): Promise<Recorded> {
    let begun: Ready;
    try {
      begun = await this.inCounty(actor, async (tx) => {
        const ready = await this.ready(tx, actor, id, 'RECORDING');
        if (!ready.ok || ready.value.decided) return ready;
        return this.move(tx, actor, ready.value.filing, 'RECORDING', { ...changes, reasons: [] });
      });
    } catch (error) {
      if (isDuplicate(error, 'filing_document')) return fail('FILING_NUMBER_TAKEN');
      throw error;
    }
    if (!begun.ok) return begun;
    if (begun.value.filing.documentNumber !== changes.documentNumber) return fail('FILING_MOVED');
    await failpoint('filing-recording');
    return this.finish(actor, begun.value.filing);
  }

  /** Checks the number before the stamp is made. If two filings get the same number at once, `begin` refuses one. */
  private async recordable(
    tx: Tx,
    actor: Actor,
    { filing, documentNumber }: Record_,
  ): Promise<Ready | Failure<'FILING_NUMBER_TAKEN'>> {
    const ready = await this.ready(tx, actor, filing, 'RECORDING');
    if (!ready.ok || ready.value.decided) return ready;
    const isTaken = (await this.filings.findRecorded(tx, documentNumber)) !== undefined;
    return isTaken ? fail('FILING_NUMBER_TAKEN') : ready;
  }

  /**
   * Checks that the caller may decide about the filing: only the clerk who claimed it may. `decided` is true if the
   * same clerk has made the same decision before.
   */
  private async ready(tx: Tx, actor: Actor, id: string, decision: Decision): Promise<Ready> {
    const filing = isOffice(actor) ? await this.filings.lock(tx, id) : undefined;
    if (!wasSent(filing)) return fail('NOT_FOUND');
    if (isMine(filing, actor)) return ok({ filing, decided: false });
    const states: readonly Filing['state'][] = outcomes[decision];
    if (states.includes(filing.state) && filing.decidedBy === userOf(actor))
      return ok({ filing, decided: true });
    if (filing.state === 'IN_REVIEW') return fail('FILING_CLAIMED', { username: filing.claimedName ?? '' });
    return fail('FILING_MOVED');
  }

  private async move(
    tx: Tx,
    actor: Actor,
    filing: Sent,
    to: Decision,
    changes: Parameters<FilingRepository['move']>[4],
  ) {
    const decidedAt = this.clock.now();
    const decided = { ...changes, decidedBy: userOf(actor), decidedAt };
    // if this process dies, another process continues at this time
    const nextTryAt = to === 'CORRECTION_ASKED' ? null : new Date(decidedAt.getTime() + ASK_AGAIN_MS);
    await this.filings.move(tx, filing.id, 'IN_REVIEW', to, { ...decided, nextTryAt });
    return ok({ filing: { ...filing, ...decided, state: to } as Sent, decided: false });
  }

  /**
   * Finishes a decision that is already final. If the payments service does not answer now, the fee is settled a little
   * later.
   */
  private async finish(actor: Actor, filing: Sent): Promise<Result<ReturnType<typeof shownToOffice>, never>> {
    try {
      const finished = await this.settler.settle(actor.county, filing.id);
      return ok(shownToOffice({ ...filing, state: finished ?? filing.state }, null, actor));
    } catch (error) {
      log.warn({ err: error, filing: filing.id }, 'the fee of a decided filing is settled later');
      return ok(shownToOffice(filing, null, actor));
    }
  }

  private async unknownReason(actor: Actor, { reasons }: Returned) {
    if (!isOffice(actor)) return fail('NOT_FOUND');
    const office = await this.terms.office(actor.county);
    return reasons.every((reason) => office.reasons.includes(reason))
      ? undefined
      : fail('INVALID_INPUT', undefined, { reasons: 'filings:unknownReason' });
  }

  private inCounty<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.withCounty(actor.county, work);
  }
}
