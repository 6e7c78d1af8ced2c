import {
  cashierPage,
  officeEntryAnswer,
  type CashierPage,
  type CashierRequest,
  type OfficeEntryForm,
} from '@portal/proto/http/cashier';
import { api, messageOf } from '../../shared/http/api.js';

const cashierApi = api.injectEndpoints({
  endpoints: (build) => ({
    officeEntries: build.query<CashierPage, CashierRequest>({
      query: (body) => ({ path: 'cashier/list', body, answer: cashierPage }),
    }),
    /** POST cashier/entry; the answer is its message. */
    postOfficeEntry: build.mutation<string, OfficeEntryForm & { id: string; accountId: string }>({
      query: (body) => ({ path: 'cashier/entry', body, answer: officeEntryAnswer }),
      transformResponse: messageOf,
    }),
    /** POST cashier/decision; the answer is its message. */
    decideOfficeEntry: build.mutation<string, { id: string; approve: boolean; note: string }>({
      query: (body) => ({ path: 'cashier/decision', body, answer: officeEntryAnswer }),
      transformResponse: messageOf,
    }),
  }),
});

export const { useOfficeEntriesQuery, usePostOfficeEntryMutation, useDecideOfficeEntryMutation } = cashierApi;
