import { openTrace, within } from '@portal/infra/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { leaveWith } from './leave-with.js';
import { isOfApi } from './matched-route.js';

/**
 * Runs a request. If random sampling (`OTEL_TRACES_SAMPLER_ARG`) selects the request, it becomes the first span of a
 * trace. A `traceparent` that the browser sends is ignored, because anybody can send one.
 */
export function traceRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  correlationId: string,
  next: () => void,
): void {
  const route = request.routeOptions.url;
  const span = isOfApi(request)
    ? openTrace(() => ({
        name: `${request.method} ${route ?? 'no route'}`,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': route ?? '',
          'portal.correlation_id': correlationId,
        },
      }))
    : undefined;
  if (!span) return next();
  leaveWith(request, reply, () => {
    const status = reply.statusCode;
    span.set({ 'http.response.status_code': status, 'portal.county': request.visit?.county.id ?? '' });
    if (status >= 500) span.fail(String(status));
    span.end();
  });
  within(span, next);
}
