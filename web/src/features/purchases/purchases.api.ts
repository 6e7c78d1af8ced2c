import {
  clientReferenceAnswer,
  purchasesPage,
  spendingAnswer,
  type PurchasesPage,
  type SpendingAnswer,
  type SpendingRequest,
} from '@portal/proto/http/purchases';
import { api } from '../../shared/http/api.js';

const purchasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    purchases: build.query<PurchasesPage, { page: number; clientReference: string | null }>({
      query: (body) => ({ path: 'purchases/list', body, answer: purchasesPage }),
    }),
    setClientReference: build.mutation<
      { clientReference: string },
      { imageStateGuid: string; clientReference: string }
    >({
      query: (body) => ({ path: 'purchases/clientReference', body, answer: clientReferenceAnswer }),
    }),
    spending: build.query<SpendingAnswer, SpendingRequest>({
      query: (body) => ({ path: 'purchases/spending', body, answer: spendingAnswer }),
    }),
  }),
});

export const { usePurchasesQuery, useSetClientReferenceMutation, useSpendingQuery } = purchasesApi;
