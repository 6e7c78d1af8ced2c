import {
  billingStanding,
  openedAccountTasks,
  taskListPage,
  type BillingStanding,
  type OpenedAccountTasks,
  type TaskListKind,
  type TaskListPage,
} from '@portal/proto/http/billing';
import { api, messageOf } from '../../../shared/http/api.js';

const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    billingStanding: build.query<BillingStanding, void>({
      query: () => ({ path: 'controlPanel/billingStanding', method: 'GET', answer: billingStanding }),
    }),
    /** POST controlPanel/countyConfig/{command} (C7-09, C7-10); resolves to the server's message. */
    countyTasks: build.mutation<string, 'runAccountTasks' | 'prepareToRerunAccountTasks'>({
      query: (what) => ({ path: `controlPanel/countyConfig/${what}`, body: {}, answer: billingStanding }),
      transformResponse: messageOf,
    }),
    taskList: build.query<TaskListPage, { list: TaskListKind; page: number }>({
      query: (body) => ({ path: 'controlPanel/accountTaskList', body, answer: taskListPage }),
    }),
    /** GET controlPanel/accountTasks/{id} (C2-71). */
    accountTasks: build.query<OpenedAccountTasks, string>({
      query: (id) => ({ path: `controlPanel/accountTasks/${id}`, method: 'GET', answer: openedAccountTasks }),
    }),
    /** POST controlPanel/{command} for one account (C7-11, C7-12); resolves to the server's message. */
    oneAccountsTasks: build.mutation<
      string,
      { what: 'runAccountTasks' | 'prepareToRerunAccountTasks'; accountId: string }
    >({
      query: ({ what, accountId }) => ({
        path: `controlPanel/${what}`,
        body: { accountId },
        answer: openedAccountTasks,
      }),
      transformResponse: messageOf,
    }),
    /** POST controlPanel/accountTasks, accountTasksBilledNow and accountTasksImageRenewedNow (C2-72, C7-13, C7-14). */
    changeAccountTasks: build.mutation<
      string,
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
      transformResponse: messageOf,
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
