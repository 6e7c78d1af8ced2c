import {
  billingStanding,
  openedAccountTasks,
  taskListPage,
  type BillingStanding,
  type OpenedAccountTasks,
  type TaskListKind,
  type TaskListPage,
  type TaskState,
} from '@portal/proto/http/billing';
import { api, messageOf } from '../../../shared/http/api.js';

/** What the server says about a command of staff. */
export interface Told {
  readonly text: string;
  /** True if the command has run tasks and some of them still wait for money or for a review. */
  readonly waits: boolean;
}

const done = (content: unknown, notes: Parameters<typeof messageOf>[1]): Told => ({
  text: messageOf(content, notes),
  waits: false,
});

const waiting: readonly TaskState[] = ['NEEDS_FUNDS', 'NEEDS_REVIEW'];

const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    billingStanding: build.query<BillingStanding, void>({
      query: () => ({ path: 'controlPanel/billingStanding', method: 'GET', answer: billingStanding }),
    }),
    /** POST controlPanel/countyConfig/{command} (C7-09, C7-10). */
    countyTasks: build.mutation<Told, 'runAccountTasks' | 'prepareToRerunAccountTasks'>({
      query: (what) => ({ path: `controlPanel/countyConfig/${what}`, body: {}, answer: billingStanding }),
      transformResponse: done,
    }),
    taskList: build.query<TaskListPage, { list: TaskListKind; page: number }>({
      query: (body) => ({ path: 'controlPanel/accountTaskList', body, answer: taskListPage }),
    }),
    /** GET controlPanel/accountTasks/{id} (C2-71). */
    accountTasks: build.query<OpenedAccountTasks, string>({
      query: (id) => ({ path: `controlPanel/accountTasks/${id}`, method: 'GET', answer: openedAccountTasks }),
    }),
    /** POST controlPanel/{command} for one account (C7-11, C7-12). */
    oneAccountsTasks: build.mutation<
      Told,
      { what: 'runAccountTasks' | 'prepareToRerunAccountTasks'; accountId: string }
    >({
      query: ({ what, accountId }) => ({
        path: `controlPanel/${what}`,
        body: { accountId },
        answer: openedAccountTasks,
      }),
      transformResponse: ({ months }: OpenedAccountTasks, notes, { what }) => ({
        text: messageOf(months, notes),
        waits: what === 'runAccountTasks' && months.some(({ state }) => waiting.includes(state)),
      }),
    }),
    /** POST controlPanel/accountTasks, accountTasksBilledNow and accountTasksImageRenewedNow (C2-72, C7-13, C7-14). */
    changeAccountTasks: build.mutation<
      Told,
      {
        what: 'accountTasks' | 'accountTasksBilledNow' | 'accountTasksImageRenewedNow';
        tasks: OpenedAccountTasks;
      }
    >({
      query: ({ what, tasks }) => ({
        path: `controlPanel/${what}`,
        body: { ...tasks },
        answer: openedAccountTasks,
      }),
      transformResponse: done,
    }),
  }),
});

export const {
  useBillingStandingQuery,
  useCountyTasksMutation,
  useTaskListQuery,
  useAccountTasksQuery,
  useOneAccountsTasksMutation,
  useChangeAccountTasksMutation,
} = billingApi;
