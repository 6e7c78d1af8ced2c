import type { AccountTask, ReviewReason } from '@portal/proto/http/billing';
import type { BilledAccount, TaskRate } from '@portal/proto/rpc/account-tasks';
import type { Schedule } from '../schedule/county-schedules.js';
import { dueMonth, monthsFrom, type DueMonth } from './period.rules.js';

/** The account's terms that decide the price of its months. */
export type Payer = Pick<
  BilledAccount,
  'accountType' | 'paymentMethod' | 'monthlyFee' | 'flatFeeRateLevel' | 'status'
>;

/** A due month of a task, before the month is stored. */
export interface NewMonth extends DueMonth {
  readonly task: AccountTask;
  readonly rate: TaskRate;
  readonly reason: ReviewReason | null;
}

/**
 * If an account missed more months than this, a person must review the months before they are charged
 * (DECISIONS.md#bill-5).
 */
export const MOST_MISSED = 3;
const DAY_MS = 86_400_000;
const tasks: readonly AccountTask[] = ['MONTHLY_FEE', 'IMAGE_RENEWAL'];

const fundingOf = ({ paymentMethod }: Payer): TaskRate['funding'] =>
  paymentMethod === 'CREDIT_CARD' ? null : paymentMethod;

/**
 * Returns the price of one month of a task and the images that the month includes, by the current terms. Undefined when
 * the account has no such task: the account has no fee, is not a flat-fee account, or has a level that the county has
 * switched off or left without a price or pages.
 */
export function rateOf(
  task: AccountTask,
  payer: Payer,
  schedule: Schedule,
  period: string,
): TaskRate | undefined {
  const funding = fundingOf(payer);
  if (task === 'MONTHLY_FEE') {
    if (payer.monthlyFee <= 0) return undefined;
    return { funding, amount: payer.monthlyFee, images: null, unlimitedUntil: null };
  }
  const level = schedule.levels[payer.flatFeeRateLevel - 1];
  if (payer.accountType !== 'FLAT_FEE' || !level?.option || level.cost === null) return undefined;
  if (level.unlimitedNumberOfPages) {
    const next = dueMonth(schedule, monthsFrom(period, 1)).dueAt;
    // the images stay unlimited until a day after the next renewal falls due, so that the account keeps them while that
    // renewal runs
    const until = new Date(next.getTime() + DAY_MS).toISOString();
    return { funding, amount: level.cost, images: null, unlimitedUntil: until };
  }
  if (level.numberOfPages === 0) return undefined;
  return { funding, amount: level.cost, images: level.numberOfPages, unlimitedUntil: null };
}

/** Returns the reason why a person has to review a month before it is charged; null for none. */
export const reviewOf = (rate: TaskRate, missed: number): ReviewReason | null => {
  if (rate.funding === null) return 'PAYS_BY_CARD';
  return missed > MOST_MISSED ? 'MONTHS_MISSED' : null;
};

/**
 * Returns the due months of each task of the account; none for an inactive account.
 * @param due the months that fell due after the last tasks of the account
 */
export function newMonths(payer: Payer, schedule: Schedule, due: readonly DueMonth[]): NewMonth[] {
  if (payer.status !== 'A') return [];
  return tasks.flatMap((task) =>
    due.flatMap((month) => {
      const rate = rateOf(task, payer, schedule, month.period);
      return rate ? [{ ...month, task, rate, reason: reviewOf(rate, due.length) }] : [];
    }),
  );
}
