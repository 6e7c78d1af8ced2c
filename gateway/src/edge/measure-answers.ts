import type { RecentTimes } from '@portal/infra/metrics';
import type { FastifyInstance } from 'fastify';
import { isOfApi } from './matched-route.js';

/** Remembers how long answers of the API took; those with a status of 500 or more count as failed. */
export function measureAnswers(server: FastifyInstance, times: RecentTimes): void {
  server.addHook('onResponse', (request, reply, done) => {
    if (isOfApi(request)) times.add(reply.elapsedTime, reply.statusCode >= 500);
    done();
  });
}
