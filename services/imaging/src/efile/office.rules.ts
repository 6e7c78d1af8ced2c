import { instantOf, writtenDate, zonedNow } from '@portal/infra/clock';
import { dollars } from '@portal/proto/amounts';
import type { QueueView } from '@portal/proto/http/efile-queue';
import type { Actor } from '@portal/proto/rpc/actor';
import type { OfficeFiling } from '@portal/proto/rpc/efile-queue';
import type { FilingState } from '@portal/proto/rpc/efile';
import type { Office } from './efile-terms.js';
import type { Filing } from './filing.repository.js';
import { userOf, type Sent } from './filing.rules.js';

/**
 * The states of each view. A recorded, rejected or withdrawn filing stays in the view WAITING until the payments
 * service has settled its fee.
 */
export const viewStates: Readonly<Record<QueueView, readonly FilingState[]>> = {
  WAITING: ['SUBMITTED', 'IN_REVIEW', 'RECORDING', 'REJECTING', 'WITHDRAWING'],
  CORRECTION: ['CORRECTION_ASKED'],
  RECORDED: ['RECORDED'],
  REJECTED: ['REJECTED'],
  WITHDRAWN: ['WITHDRAWN'],
};

/** True for views of filings that need no further work. These views show the newest filings first. */
export const isOver = (view: QueueView): boolean => view !== 'WAITING' && view !== 'CORRECTION';

export const isMine = ({ state, claimedBy }: Filing, actor: Actor): boolean =>
  state === 'IN_REVIEW' && claimedBy === userOf(actor);

/**
 * The state of a claimed filing after its clerk releases it. Asking for a correction is the only decision from which a
 * filing comes back to the office.
 */
export const releasedState = ({ decidedAt }: Filing): 'SUBMITTED' | 'CORRECTION_ASKED' =>
  decidedAt === null ? 'SUBMITTED' : 'CORRECTION_ASKED';

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/**
 * A filing as the answers to the office show it; `corrects` is the number of the earlier filing that this one corrects.
 */
export const shownToOffice = (filing: Sent, corrects: number | null, actor: Actor): OfficeFiling => {
  const { id, number, state, efileType, name, email, address1, address2, city, stateCode, zip } = filing;
  const { username, fileName, contentType, size, sha256, pages, lowResolution, charges } = filing;
  const { documentNumber, book, page, reasons, note, endorsedKey } = filing;
  const claimed = filing.state === 'IN_REVIEW' ? filing.claimedName : null;
  return {
    ...{ id, number, state: state as OfficeFiling['state'], efileType, name, email, address1, address2 },
    ...{ city, stateCode, zip, username, fileName, contentType, size, sha256, pages, charges },
    lowResolution: [...lowResolution],
    ...{ submittedAt: filing.submittedAt.toISOString(), corrects, claimedBy: claimed },
    mine: isMine(filing, actor),
    claimedAt: claimed === null ? null : iso(filing.claimedAt),
    decidedAt: iso(filing.decidedAt),
    ...{ documentNumber, recordedAt: iso(filing.recordedAt), book, page, reasons: [...reasons], note },
    endorsed: endorsedKey !== null,
  };
};

interface Recorded {
  readonly documentNumber: string;
  readonly recordedAt: Date;
  readonly book: string;
  readonly page: string;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The lines of the recording stamp: office, number, date and time on the office's clock, place, submission and fee. */
export const stampLines = (
  { county, timeZone }: Office,
  { number, pages, charges }: Sent,
  { documentNumber, recordedAt, book, page }: Recorded,
): string[] => {
  const at = zonedNow(timeZone, { now: () => recordedAt });
  const time = `${((at.hour + 11) % 12) + 1}:${two(at.minute)} ${at.hour < 12 ? 'AM' : 'PM'}`;
  const place = [book && `Book ${book}`, page && `Page ${page}`].filter(Boolean).join(', ');
  const fee = charges ? `Fee $${dollars(charges.total)}` : '';
  return [
    `${county}: Recorded`,
    `Document number ${documentNumber}${place && `, ${place}`}`,
    `${writtenDate(at.toPlainDate().toString())} ${time}`,
    [`Submission ${number}`, `${pages} ${pages === 1 ? 'page' : 'pages'}`, fee].filter(Boolean).join(', '),
  ];
};

const MINUTE_MS = 60_000;

/** A recording time on the county's clock, or an exact time if a land system has sent a time with its zone. */
export type ToldTime = { readonly date: string; readonly time: string } | { readonly at: Date };

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;

/**
 * Converts a recording time to an instant, or returns what is wrong with the time. Recording times have no seconds.
 */
export const recordingTime = (
  { timeZone }: Office,
  told: ToldTime,
  { submittedAt, now }: { submittedAt: Date; now: Date },
): Date | { readonly fault: string } => {
  const submitted = minuteOf(submittedAt);
  const at = 'at' in told ? new Date(minuteOf(told.at)) : onClock(timeZone, told, submitted);
  if (at.getTime() < submitted) return { fault: 'filings:beforeSubmission' };
  if (at.getTime() > now.getTime()) return { fault: 'filings:futureTime' };
  return at;
};

/** A time occurs twice when the clock is set back; the second occurrence counts if the first is before the submission. */
function onClock(timeZone: string, { date, time }: { date: string; time: string }, submitted: number): Date {
  const early = instantOf(timeZone, date, time);
  return early.getTime() >= submitted ? early : instantOf(timeZone, date, time, { twice: 'second' });
}
