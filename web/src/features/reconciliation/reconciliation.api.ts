import * as z from 'zod/mini';
import {
  reconciliationReport,
  type FindingNote,
  type ReconciliationReport,
} from '@portal/proto/http/reconciliation';
import { api } from '../../shared/http/api.js';

const reconciliationApi = api.injectEndpoints({
  endpoints: (build) => ({
    reconciliation: build.query<ReconciliationReport, { from: string; to: string }>({
      query: (body) => ({ path: 'reports/cardReconciliation', body, answer: reconciliationReport }),
    }),
    noteFinding: build.mutation<unknown, FindingNote>({
      query: (body) => ({ path: 'reports/cardReconciliationNote', body, answer: z.unknown() }),
    }),
    reconcileNow: build.mutation<unknown, void>({
      query: () => ({ path: 'reports/cardReconciliationRun', body: {}, answer: z.unknown() }),
    }),
  }),
});

export const { useReconciliationQuery, useNoteFindingMutation, useReconcileNowMutation } = reconciliationApi;
