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
    /** POST cashier/entry; resolves to the server's message. */
    postOfficeEntry: build.mutation<string, OfficeEntryForm & { id: string; accountId: string }>({
      query: (body) => ({ path: 'cashier/entry', body, answer: officeEntryAnswer }),
      transformResponse: messageOf,
    }),
    /** POST cashier/decision; resolves to the server's message. */
    decideOfficeEntry: build.mutation<string, { id: string; approve: boolean; note: string }>({
      query: (body) => ({ path: 'cashier/decision', body, answer: officeEntryAnswer }),
      transformResponse: messageOf,
    }),
  }),
});

export const { useOfficeEntriesQuery, usePostOfficeEntryMutation, useDecideOfficeEntryMutation } = cashierApi;
