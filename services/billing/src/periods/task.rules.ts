import type { AccountTask, ReviewReason } from '@portal/proto/http/billing';
import type { BilledAccount, TaskRate } from '@portal/proto/rpc/account-tasks';
import type { Schedule } from '../schedule/county-schedules.js';
import { dueMonth, monthsFrom, type DueMonth } from './period.rules.js';

/** The account's terms that decide what its months cost. */
export type Payer = Pick<
  BilledAccount,
  'accountType' | 'paymentMethod' | 'monthlyFee' | 'flatFeeRateLevel' | 'status'
>;

/** A month of a task as it begins. */
export interface NewMonth extends DueMonth {
  readonly task: AccountTask;
  readonly rate: TaskRate;
  readonly reason: ReviewReason | null;
}

/** If more months than these were missed, a person decides before they are charged (DECISIONS.md#bill-5). */
export const MOST_MISSED = 3;
const DAY_MS = 86_400_000;
const tasks: readonly AccountTask[] = ['MONTHLY_FEE', 'IMAGE_RENEWAL'];

const fundingOf = ({ paymentMethod }: Payer): TaskRate['funding'] =>
  paymentMethod === 'CREDIT_CARD' ? null : paymentMethod;

/**
 * The price of a month of a task and what it gives, by today's terms; undefined when the account has no such task: no
 * fee, no level, or a level that the county has switched off.
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
    // a day longer, so that the account keeps its images while the next renewal runs
    const until = new Date(next.getTime() + DAY_MS).toISOString();
    return { funding, amount: level.cost, images: null, unlimitedUntil: until };
  }
  if (level.numberOfPages === 0) return undefined;
  return { funding, amount: level.cost, images: level.numberOfPages, unlimitedUntil: null };
}

/** Why a person has to look at a month before it is charged; null for none. */
export const reviewOf = (rate: TaskRate, missed: number): ReviewReason | null => {
  if (rate.funding === null) return 'PAYS_BY_CARD';
  return missed > MOST_MISSED ? 'MONTHS_MISSED' : null;
};

/**
 * The months of an active account that have fallen due, of all its tasks. @param due the months that fell due after its
 * last tasks
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
