import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { systemActor } from '@portal/infra/rpc';
import { dollars } from '@portal/proto/amounts';
import { message } from '@portal/proto/message';
import type { Failure } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { serviceName } from '../tables.js';
import { FilingRepository } from '../efile/filing.repository.js';
import { wasSent, type Sent } from '../efile/filing.rules.js';
import { isMine, recordingTime, type ToldTime } from '../efile/office.rules.js';
import type { AnsweredDocument, DocumentAnswer, RecordedAnswer } from './land-system-answer.js';
import { OfficeWork } from './office-work.js';
import { PackageRepository, type PackageItem } from './package.repository.js';

/** The result of applying one document's answer. `why` is a message about something that a person has to check. */
export interface Applied {
  readonly refused: boolean;
  readonly why?: string;
}

/**
 * Thrown when an answer cannot be applied yet, for example because a service is busy. The file of the answer is read
 * again.
 */
export class AnswerWaits extends Error {
  override readonly name = 'AnswerWaits';
}

/**
 * How far the land system's clock may be ahead. An answer waits until our clock has reached the time of the recording.
 */
const AHEAD_MS = 5 * 60_000;

/** The states in which an answer can be applied, or in which it may have been applied already. */
const answerable: readonly Sent['state'][] = [
  'SUBMITTED',
  'IN_REVIEW',
  'RECORDING',
  'RECORDED',
  'REJECTING',
  'REJECTED',
];

/**
 * Applies an answer of the land system once for each package and document, as a clerk's decision, in the name of the
 * clerk who made the package. Each step may be repeated (imaging/DESIGN.md#the-exchange).
 */
@Injectable()
export class AnswerApplier {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly packages: PackageRepository,
    private readonly office: OfficeWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AnswerWaits, RpcFailure */
  async apply(county: string, document: AnsweredDocument): Promise<Applied> {
    const { packageId, filing: id, answer } = document;
    const { item, filing } = await this.database.withCounty(county, async (tx) => ({
      item: await this.packages.findItem(tx, packageId, id),
      filing: await this.filings.find(tx, id),
    }));
    if (!item || !wasSent(filing)) return refused('unknownDocument', { document: id });
    const { number } = filing;
    // An answer that is stored has been applied already. The fee is compared again, because the earlier attempt may
    // have died before it reported that the fee differs.
    if (item.answer !== null)
      return isDeepStrictEqual(item.answer, answer)
        ? { refused: false, ...feeTold(filing, answer) }
        : refused('answeredOtherwise', { number });
    if (!answerable.includes(filing.state)) return refused('wrongState', { number });
    const actor = actorOf(county, item);
    const fault = (await this.check(actor, filing, answer)) ?? (await this.decide(actor, filing, answer));
    if (fault) return fault;
    await failpoint('answer-decided');
    await this.database.withCounty(county, (tx) =>
      this.packages.answer(tx, { packageId, filing: id, answer, at: this.clock.now() }),
    );
    return { refused: false, ...feeTold(filing, answer) };
  }

  /**
   * Checks everything before anything changes: who works on the filing, the time of the recording and the number.
   * @throws AnswerWaits when the time of recording is in the future by at most `AHEAD_MS`
   */
  private async check(actor: Actor, filing: Sent, answer: DocumentAnswer): Promise<Applied | undefined> {
    const { county } = actor;
    const { number, state, submittedAt } = filing;
    if (state === 'IN_REVIEW' && !isMine(filing, actor)) return held(number, filing.claimedName);
    if (answer.outcome !== 'RECORDED' || (state !== 'SUBMITTED' && state !== 'IN_REVIEW')) return undefined;
    const office = await this.office.terms.office(county);
    const now = this.clock.now();
    const latest = new Date(now.getTime() + AHEAD_MS);
    const at = recordingTime(office, toldTime(answer), { submittedAt, now: latest });
    if (!(at instanceof Date)) return refused('wrongTime', { number });
    const { documentNumber } = answer;
    const other = await this.database.withCounty(county, (tx) =>
      this.filings.findRecorded(tx, documentNumber),
    );
    if (other !== undefined && other !== filing.id) return refused('numberTaken', { number });
    if (at.getTime() > now.getTime()) throw new AnswerWaits('the clock of the land system is ahead');
    return undefined;
  }

  private async decide(actor: Actor, filing: Sent, answer: DocumentAnswer): Promise<Applied | undefined> {
    const { id, number } = filing;
    if (answer.outcome === 'RECORDED') {
      const isSame = filing.documentNumber === answer.documentNumber;
      if (filing.state === 'RECORDED' && isSame) return undefined;
    }
    // A claim of another clerk is never taken over: then both claiming and the decision fail. Claiming also fails if
    // the filing is already decided; the decision is then still sent, and its outcome shows whether the two decisions
    // agree.
    const claimed = await this.office.queue.take(actor, { filing: id, over: false });
    if (claimed.ok && claimed.value.was === 'CORRECTION_ASKED') {
      // a clerk has asked the sender for a correction since the check, so the answer comes too late
      await this.office.queue.release(actor, id);
      return refused('wrongState', { number });
    }
    const decided =
      answer.outcome === 'RECORDED'
        ? await this.record(actor, filing, answer)
        : await this.office.decisions.returnFor(actor, { filing: id, ...answer });
    if (decided.ok) return undefined;
    // releases the claim that was made for this answer; a claim that the clerk made stays
    if (claimed.ok && claimed.value.was === 'SUBMITTED') await this.office.queue.release(actor, id);
    if (decided.code === 'SERVICE_BUSY') throw new AnswerWaits(decided.code);
    if (decided.code === 'FILING_MOVED' && (await this.isFree(actor, id)))
      throw new AnswerWaits('the clerk has released the submission meanwhile');
    if (decided.code === 'FILING_CLAIMED') return held(number, decided.params?.['username']);
    return refused(faults[decided.code] ?? 'wrongState', { number });
  }

  private async isFree({ county }: Actor, id: string): Promise<boolean> {
    const found = await this.database.withCounty(county, (tx) => this.filings.find(tx, id));
    return found?.state === 'SUBMITTED';
  }

  private record(actor: Actor, filing: Sent, answer: RecordedAnswer) {
    const { documentNumber, book, page } = answer;
    const asked = { filing: filing.id, documentNumber, book, page, note: '', ...toldTime(answer) };
    return this.office.decisions.record(actor, asked);
  }
}

/**
 * The text key that says why a decision is not possible, by the code of the failure. INVALID_INPUT means a wrong time.
 */
const faults: Partial<Record<Failure['code'], string>> = {
  INVALID_INPUT: 'wrongTime',
  FILING_NUMBER_TAKEN: 'numberTaken',
  FILING_NOT_STAMPED: 'notStamped',
};

/** The clerk who made the package, as an actor without a session. */
const actorOf = (county: string, { madeBy, madeName }: PackageItem): Actor => ({
  ...systemActor(county, serviceName),
  ...{ role: 'COUNTY', user: madeBy, username: madeName },
});

/**
 * A time without a zone is the county's local time. A time with a zone is exact, even in an hour that the county's
 * clock shows twice.
 */
const toldTime = ({ recordedAt }: RecordedAnswer): ToldTime =>
  /(Z|[+-]\d\d:\d\d)$/.test(recordedAt)
    ? { at: new Date(recordedAt) }
    : { date: recordedAt.slice(0, 10), time: recordedAt.slice(11, 16) };

/**
 * Reports a fee of the land system that differs from the fee that the sender accepted. The sender pays the accepted
 * fee.
 */
const feeTold = ({ number, charges }: Sent, answer: DocumentAnswer): { why?: string } => {
  if (answer.outcome !== 'RECORDED' || answer.fee === null || answer.fee === (charges?.total ?? 0)) return {};
  const values = { number, fee: dollars(answer.fee), accepted: dollars(charges?.total ?? 0) };
  return { why: message('filings:exchange.otherFee', values) };
};

/** Refuses the answer and names the clerk who works on the filing, because only that clerk can decide or release it. */
const held = (number: number, username: string | number | null | undefined): Applied =>
  refused('held', { number, username: username ?? '' });

const refused = (why: string, values: Readonly<Record<string, string | number>>): Applied => ({
  refused: true,
  why: message(`filings:exchange.${why}`, values),
});
