import type { QueueRow } from '@portal/proto/http/efile-queue';
import type { Translate } from '../../shared/i18n/translate.js';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/**
 * How long a document has waited: in whole days, in whole hours if less than a day, in whole minutes if less than an
 * hour.
 */
export const ageText = (t: Translate, submittedAt: string, now: number): string => {
  const ms = Math.max(0, now - Date.parse(submittedAt));
  if (ms >= DAY) return t('filings:days', { count: Math.floor(ms / DAY) });
  if (ms >= HOUR) return t('filings:hours', { count: Math.floor(ms / HOUR) });
  return t('filings:minutes', { count: Math.floor(ms / MINUTE) });
};

interface Sign {
  readonly icon: string;
  readonly tone: string;
}

/** The badge of each state. */
export const stateSigns: Readonly<Record<QueueRow['state'], Sign>> = {
  SUBMITTED: { icon: 'clock', tone: '' },
  IN_REVIEW: { icon: 'eye', tone: 'badge--info' },
  CORRECTION_ASKED: { icon: 'refresh', tone: 'badge--warning' },
  RECORDING: { icon: 'clock', tone: 'badge--info' },
  RECORDED: { icon: 'check-circle', tone: 'badge--success' },
  REJECTING: { icon: 'clock', tone: 'badge--info' },
  REJECTED: { icon: 'minus', tone: '' },
  WITHDRAWING: { icon: 'clock', tone: '' },
  WITHDRAWN: { icon: 'minus', tone: '' },
};
