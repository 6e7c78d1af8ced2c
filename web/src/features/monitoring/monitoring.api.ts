import {
  deadFactList,
  type DeadFactList,
  type DeadFactSettling,
  monitoring,
  type Monitoring,
  settledFacts,
} from '@portal/proto/http/monitoring';
import { api } from '../../shared/http/api.js';

const monitoringApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET monitoring. */
    monitoring: build.query<Monitoring, void>({
      query: () => ({ path: 'monitoring', method: 'GET', answer: monitoring }),
    }),
    /** GET monitoring/deadFacts: those of the county. */
    deadFacts: build.query<DeadFactList, void>({
      query: () => ({ path: 'monitoring/deadFacts', method: 'GET', answer: deadFactList }),
    }),
    /** POST monitoring/settleDeadFacts. */
    settleDeadFacts: build.mutation<{ facts: number }, DeadFactSettling>({
      query: (body) => ({ path: 'monitoring/settleDeadFacts', body, answer: settledFacts }),
    }),
  }),
});

export const { useMonitoringQuery, useDeadFactsQuery, useSettleDeadFactsMutation } = monitoringApi;
