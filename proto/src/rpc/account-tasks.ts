import * as z from 'zod/mini';
import { accountTask } from '../http/billing.js';
import { rpc } from './contract.js';

// Commands that the billing service sends on its own behalf while it runs the tasks of accounts.

/** YYYY-MM of the county: the month that a task is for. */
export const period = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/));

/** Price and images of one month of a task, as they were when the month fell due. */
export const taskRate = z.object({
  /**
   * The source of the payment; null for an account that pays by card, because a card cannot be charged without its
   * holder.
   */
  funding: z.nullable(z.enum(['ESCROW', 'INVOICE'])),
  /** Cents. */
  amount: z.int().check(z.minimum(0), z.maximum(100_000_000)),
  /** The number of images that a renewal adds; null when the task adds none, or when images are unlimited. */
  images: z.nullable(z.int().check(z.minimum(1), z.maximum(999_999))),
  /** The end of the time in which images are unlimited; null when they are counted. */
  unlimitedUntil: z.nullable(z.iso.datetime()),
});
export type TaskRate = z.infer<typeof taskRate>;

/** True when the month's unlimited images have ended, so that a charge would buy nothing. */
export const isOver = ({ unlimitedUntil }: Pick<TaskRate, 'unlimitedUntil'>, now: Date): boolean =>
  unlimitedUntil !== null && new Date(unlimitedUntil) <= now;

/**
 * Charges one month of a task, once for each account, task and month: a repeat answers `repeated` and moves nothing.
 * INSUFFICIENT_FUNDS: escrow does not cover the amount, the account is closed, or the month's unlimited images ended
 * before the month was charged. TASK_UNDER_WAY: the time `notAfter` has passed, so another process may have taken over
 * the task. Neither error moves money.
 */
export const chargeAccountTask = rpc('payments.charge-account-task.v1', {
  input: z.object({
    account: z.uuid(),
    task: accountTask,
    period,
    ...taskRate.shape,
    funding: z.enum(['ESCROW', 'INVOICE']),
    notAfter: z.iso.datetime(),
  }),
  output: z.object({ repeated: z.boolean() }),
  errors: ['INSUFFICIENT_FUNDS', 'TASK_UNDER_WAY'],
  lane: 'must',
  deadlineMs: 5_000,
  callers: [],
  system: ['billing'],
});

/** The data of an account that the billing service needs. */
export const billedAccount = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['A', 'I']),
  accountType: z.enum(['A_LA_CARTE', 'FLAT_FEE']),
  paymentMethod: z.enum(['ESCROW', 'INVOICE', 'CREDIT_CARD']),
  /** Cents. */
  monthlyFee: z.int(),
  flatFeeRateLevel: z.int(),
  /** YYYY-MM-DD: the day up to which the account's tasks are done. */
  lastTasks: z.string(),
  /** The time at which staff last set `lastTasks`; reports of the billing service do not change this time. */
  lastTasksAt: z.iso.datetime(),
});
export type BilledAccount = z.infer<typeof billedAccount>;

/** Maximum number of accounts in an answer. */
export const billedBatch = 500;

/**
 * Accounts, ordered by id: the accounts in `only` or, if `only` is null, the next accounts of the county after the id
 * `after`. An answer with fewer than `billedBatch` accounts is the last one.
 */
export const listBilledAccounts = rpc('identity.list-billed-accounts.v1', {
  input: z.object({
    after: z.nullable(z.uuid()),
    only: z.nullable(z.array(z.uuid()).check(z.maxLength(billedBatch))),
  }),
  output: z.array(billedAccount),
  errors: [],
  lane: 'slow',
  reads: true,
  deadlineMs: 10_000,
  callers: [],
  system: ['billing'],
});
