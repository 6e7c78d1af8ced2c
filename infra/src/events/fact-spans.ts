import type { EnvelopeFrame } from '@portal/proto/events/envelope';
import { inTraceOf, spanOf } from '../tracing/index.js';

/**
 * Tells how long a fact waited in the outbox, in the trace of its cause.
 * @returns the `traceparent` for those who apply it
 */
export function publishedIn(
  cause: string,
  fact: { readonly type: string; readonly occurred_at: Date; readonly county_id: string },
): string {
  const span = spanOf(cause, () => ({
    name: `publish ${fact.type}`,
    kind: 'producer',
    startedAt: fact.occurred_at,
    attributes: { 'portal.fact': fact.type, 'portal.county': fact.county_id },
  }));
  span?.end();
  return span?.traceparent ?? cause;
}

/** One transaction applies several facts; it belongs to the first of them that is traced. */
export const inFactSpan = (
  consumer: string,
  facts: readonly EnvelopeFrame[],
  applying: () => Promise<void>,
): Promise<void> =>
  inTraceOf(
    facts.find(({ traceparent }) => traceparent !== undefined)?.traceparent,
    () => ({
      name: `apply ${consumer}`,
      kind: 'consumer',
      attributes: {
        'portal.consumer': consumer,
        'portal.fact': facts[0]?.type ?? '',
        'portal.county': facts[0]?.county ?? '',
        'portal.correlation_id': facts[0]?.correlationId ?? '',
        'portal.facts': facts.length,
      },
    }),
    applying,
  );
