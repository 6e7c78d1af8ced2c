import { counter, histogram, type RecentTimes } from '@portal/infra/metrics';
import type { FastifyInstance } from 'fastify';
import { isOfApi } from './matched-route.js';
import { laneOf } from './route-lanes.js';

const requests = counter({
  ...{
    name: 'http_requests_total',
    help: 'Requests of the API that were answered, by the hundreds of their status',
  },
  labelNames: ['method', 'route', 'lane', 'status'] as const,
});
const durations = histogram({
  ...{
    name: 'http_request_duration_seconds',
    help: 'How long answers of the API took; `failed` are those with a status of 500 or more',
  },
  labelNames: ['route', 'lane', 'outcome'] as const,
  // 0.3 and 0.5 are the limits of the service level objectives (deploy/alerts)
  buckets: [0.05, 0.1, 0.3, 0.5, 1, 3, 10],
});

/** Records how long answers of the API took. Answers with a status of 500 or more count as failed. */
export function measureAnswers(server: FastifyInstance, times: RecentTimes): void {
  server.addHook('onResponse', (request, reply, done) => {
    if (isOfApi(request)) {
      const failed = reply.statusCode >= 500;
      times.add(reply.elapsedTime, failed);
      const { url } = request.routeOptions;
      // an unknown path is not used as a label, because anybody can invent paths
      const [route, method] = url === undefined ? ['none', 'none'] : [url, request.method];
      const lane = laneOf(url);
      requests.inc({ method, route, lane, status: `${Math.floor(reply.statusCode / 100)}xx` });
      durations.observe({ route, lane, outcome: failed ? 'failed' : 'ok' }, reply.elapsedTime / 1_000);
    }
    done();
  });
}
