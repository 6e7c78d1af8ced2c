import {
  deadFactList,
  type DeadFactList,
  type DeadFactSettling,
  importList,
  type ImportList,
  monitoring,
  type Monitoring,
  settledFacts,
} from '@portal/proto/http/monitoring';
import { api } from '../../shared/http/api.js';

const monitoringApi = api.injectEndpoints({
  endpoints: (build) => ({
    monitoring: build.query<Monitoring, void>({
      query: () => ({ path: 'monitoring', method: 'GET', answer: monitoring }),
    }),
    /** GET monitoring/deadFacts: the facts (events) of the county that services could not apply. */
    deadFacts: build.query<DeadFactList, void>({
      query: () => ({ path: 'monitoring/deadFacts', method: 'GET', answer: deadFactList }),
    }),
    /** GET monitoring/imports: the county's newest imports. */
    imports: build.query<ImportList, void>({
      query: () => ({ path: 'monitoring/imports', method: 'GET', answer: importList }),
    }),
    settleDeadFacts: build.mutation<{ facts: number }, DeadFactSettling>({
      query: (body) => ({ path: 'monitoring/settleDeadFacts', body, answer: settledFacts }),
    }),
  }),
});

export const { useMonitoringQuery, useDeadFactsQuery, useImportsQuery, useSettleDeadFactsMutation } =
  monitoringApi;
