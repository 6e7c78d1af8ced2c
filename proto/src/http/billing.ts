import * as z from 'zod/mini';
import { accountType } from '../roles.js';
import { lastTasksFault } from './last-tasks.js';

/** The monthly tasks of an account. */
export const accountTask = z.enum(['MONTHLY_FEE', 'IMAGE_RENEWAL']);
export type AccountTask = z.infer<typeof accountTask>;

/**
 * The states of a task in one month. DUE waits for a run of the tasks; CHARGING is being charged by the payments
 * service; DONE is charged; SKIPPED_MANUAL was done elsewhere, according to staff; NEEDS_FUNDS waits for money;
 * NEEDS_REVIEW waits for a decision of staff.
 */
export const taskState = z.enum(['DUE', 'CHARGING', 'DONE', 'SKIPPED_MANUAL', 'NEEDS_FUNDS', 'NEEDS_REVIEW']);
export type TaskState = z.infer<typeof taskState>;

/**
 * Why a person has to check a month. PAYS_BY_CARD: the account pays by card. MONTHS_MISSED: more than three months were
 * missed, or the unlimited images of a missed month have ended.
 */
export const reviewReason = z.enum(['PAYS_BY_CARD', 'MONTHS_MISSED']);
export type ReviewReason = z.infer<typeof reviewReason>;
/** The reason as lists show it. MONTH_OVER replaces MONTHS_MISSED for a month whose unlimited images have ended. */
const shownReason = z.enum([...reviewReason.options, 'MONTH_OVER']);

/** The account task fields (C2-55). Days are MM/DD/YYYY of the county, '' for never. */
export const accountTasks = z.object({
  id: z.string(),
  accountType,
  lastBilled: z.string(),
  lastImageRenewal: z.string(),
  lastTasks: z.string(),
  needsBilling: z.boolean(),
  needsImageRenewal: z.boolean(),
});
export type AccountTasks = z.infer<typeof accountTasks>;

/** A month of a task, as lists show it. */
export const shownTask = z.object({
  accountId: z.string(),
  accountName: z.string(),
  task: accountTask,
  /** YYYY-MM. */
  period: z.string(),
  state: taskState,
  /** The amount as display text. */
  amount: z.string(),
  /** Images that a renewal adds; null when images are not counted. */
  images: z.nullable(z.int()),
  reason: z.nullable(shownReason),
  /** The time at which the task was last tried or settled, in the county's time zone; '' before the first attempt. */
  at: z.string(),
});
export type ShownTask = z.infer<typeof shownTask>;

/** GET controlPanel/accountTasks/{id} (C2-71): the fields, the account's name, and its latest months. */
export const openedAccountTasks = z.object({
  ...accountTasks.shape,
  name: z.string(),
  active: z.boolean(),
  months: z.array(shownTask),
});
export type OpenedAccountTasks = z.infer<typeof openedAccountTasks>;

const day = z.string('forms:required').check(
  z.trim(),
  z.check((payload) => {
    const fault = lastTasksFault(payload.value);
    if (fault !== undefined) payload.issues.push({ code: 'custom', message: fault, input: payload.value });
  }),
);

export const accountTasksForm = z.object({ lastTasks: day });

/** POST controlPanel/accountTasks (C2-72). `lastTasks` is the only account task field that staff can set. */
export const accountTasksRequest = z.object({ id: z.uuid(), lastTasks: day });

/** POST controlPanel/accountTasksBilledNow and accountTasksImageRenewedNow (C7-13, C7-14). */
export const accountTasksDoneRequest = z.object({ id: z.uuid() });

/** POST controlPanel/runAccountTasks and prepareToRerunAccountTasks (C7-11, C7-12). */
export const accountTasksReference = z.object({ accountId: z.uuid() });

/** The progress of a run of the county's monthly tasks; null before the first run. */
const shownRun = z.object({
  /** True while a run is under way. */
  underWay: z.boolean(),
  /** When the run began, in the county's time. */
  began: z.string(),
  done: z.int(),
  needsFunds: z.int(),
  needsReview: z.int(),
});

/**
 * The saved schedule and its runs, as the Schedule page shows them. The calls of the page's two buttons return this
 * object too (C7-09, C7-10). Times are texts in the county's time zone; '' for never.
 */
export const billingStanding = z.object({
  automaticBilling: z.boolean(),
  automaticImageRenewal: z.boolean(),
  renewalDay: z.int(),
  renewalTime: z.string(),
  lastRan: z.string(),
  /** The times of the next three runs, in words. */
  nextRuns: z.array(z.string()),
  run: z.nullable(shownRun),
  /** Number of months that wait for a run of the tasks, over all accounts of the county. */
  due: z.int(),
  /** Number of months that wait for money. */
  needsFunds: z.int(),
  /** Number of months that wait for review by staff. */
  needsReview: z.int(),
});
export type BillingStanding = z.infer<typeof billingStanding>;

export const taskListKind = z.enum(['LAST_RUN', 'NEEDS_FUNDS', 'NEEDS_REVIEW']);
export type TaskListKind = z.infer<typeof taskListKind>;
export const taskPageSize = 10;

/** POST controlPanel/accountTaskList: a page with ten entries. Each entry is one month of one task. */
export const taskListRequest = z.object({
  list: taskListKind,
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
});
export const taskListPage = z.object({ tasks: z.array(shownTask), total: z.int() });
export type TaskListPage = z.infer<typeof taskListPage>;
