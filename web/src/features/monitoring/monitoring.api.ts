import { monitoring, type Monitoring } from '@portal/proto/http/monitoring';
import { api } from '../../shared/http/api.js';

const monitoringApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET monitoring. */
    monitoring: build.query<Monitoring, void>({
      query: () => ({ path: 'monitoring', method: 'GET', answer: monitoring }),
    }),
  }),
});

export const { useMonitoringQuery } = monitoringApi;
