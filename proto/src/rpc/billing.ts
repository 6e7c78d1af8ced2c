import * as z from 'zod/mini';
import { accountTask, reviewReason, taskListKind, taskState } from '../http/billing.js';
import { accountType } from '../roles.js';
import { period, taskRate } from './account-tasks.js';
import { rpc } from './contract.js';
import { deadFactContractsOf } from './dead-facts.js';

// The monthly tasks of accounts, for staff alone; for anybody else the answer is NOT_FOUND.

const account = z.object({ account: z.uuid() });
const moment = z.nullable(z.iso.datetime());

export const taskMonth = z.object({
  account: z.string(),
  accountName: z.string(),
  task: accountTask,
  period,
  state: taskState,
  rate: taskRate,
  reason: z.nullable(reviewReason),
  /** When the task was last tried or settled. */
  at: moment,
});
export type TaskMonth = z.infer<typeof taskMonth>;

/** An account and its latest months, the newest first. */
export const tasksOfAccount = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  accountType,
  lastBilled: moment,
  lastImageRenewal: moment,
  /** YYYY-MM-DD. The billing service has recorded everything that fell due up to this day. */
  lastTasks: z.string(),
  needsBilling: z.boolean(),
  needsImageRenewal: z.boolean(),
  months: z.array(taskMonth),
});
export type TasksOfAccount = z.infer<typeof tasksOfAccount>;

export const billingState = z.object({
  lastRan: moment,
  /** The next three instants at which tasks fall due. */
  nextRuns: z.array(z.iso.datetime()),
  run: z.nullable(
    z.object({
      began: z.iso.datetime(),
      ended: moment,
      done: z.int(),
      needsFunds: z.int(),
      needsReview: z.int(),
    }),
  ),
  due: z.int(),
  needsFunds: z.int(),
  needsReview: z.int(),
});
export type BillingState = z.infer<typeof billingState>;

/** The county's past and next runs, and the months that wait. */
export const getBillingState = rpc('billing.get-state.v1', {
  input: z.object({}),
  output: billingState,
  errors: ['NOT_FOUND'],
});

/**
 * Begins a run of all tasks over all accounts, including tasks that do not run automatically. The run continues after
 * the answer. While a run is under way, no second one begins.
 */
export const runCountyTasks = rpc('billing.run-county-tasks.v1', {
  input: z.object({}),
  output: billingState,
  errors: ['NOT_FOUND'],
});

/**
 * TRIMIN: sets the months that wait for money or for a person to DUE again, at today's rates. Charged months do not
 * change.
 */
export const prepareCountyRerun = rpc('billing.prepare-county-rerun.v1', {
  input: z.object({}),
  output: billingState,
  errors: ['NOT_FOUND'],
  deadlineMs: 10_000,
});

/** Months of tasks, oldest first: those of the last run, or those that wait for money or a person. */
export const listTaskMonths = rpc('billing.list-task-months.v1', {
  input: z.object({
    list: taskListKind,
    offset: z.int().check(z.minimum(0)),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  output: z.object({ tasks: z.array(taskMonth), total: z.int() }),
  errors: ['NOT_FOUND'],
});

export const getAccountTasks = rpc('billing.get-account-tasks.v1', {
  input: account,
  output: tasksOfAccount,
  errors: ['NOT_FOUND'],
  deadlineMs: 5_000,
});

/**
 * Records that, according to staff, the tasks due up to this day were done elsewhere. The billing service does the
 * tasks that fall due later.
 */
export const saveAccountTasks = rpc('billing.save-account-tasks.v1', {
  input: z.object({ account: z.uuid(), lastTasks: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)) }),
  output: tasksOfAccount,
  errors: ['NOT_FOUND', 'TASK_UNDER_WAY'],
  deadlineMs: 5_000,
});

/** Charges the due months of one account and its months that waited for money, then answers. */
export const runAccountTasks = rpc('billing.run-account-tasks.v1', {
  input: account,
  output: tasksOfAccount,
  errors: ['NOT_FOUND', 'TASK_UNDER_WAY'],
  lane: 'must',
  deadlineMs: 20_000,
});

/** TRIMIN: like `prepareCountyRerun`, for one account. */
export const prepareAccountRerun = rpc('billing.prepare-account-rerun.v1', {
  input: account,
  output: tasksOfAccount,
  errors: ['NOT_FOUND'],
  deadlineMs: 5_000,
});

/**
 * Records that staff has done a task outside the portal: skips this month of the task and the earlier open months. If
 * earlier months are open and this month has not fallen due yet, only the earlier ones are skipped.
 */
export const indicateTaskDone = rpc('billing.indicate-task-done.v1', {
  input: z.object({ account: z.uuid(), task: accountTask }),
  output: tasksOfAccount,
  errors: ['NOT_FOUND', 'TASK_UNDER_WAY'],
  deadlineMs: 5_000,
});

export const billingContracts = [
  getBillingState,
  runCountyTasks,
  prepareCountyRerun,
  listTaskMonths,
  getAccountTasks,
  saveAccountTasks,
  runAccountTasks,
  prepareAccountRerun,
  indicateTaskDone,
  ...deadFactContractsOf('billing'),
] as const;
