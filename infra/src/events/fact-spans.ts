import type { EnvelopeFrame } from '@portal/proto/events/envelope';
import { inTraceOf, spanOf } from '../tracing/index.js';

/**
 * Adds a span to the trace of the fact's cause: the time that the fact waited in the outbox.
 * @returns the `traceparent` under which consumers apply the fact
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

/**
 * The span of a transaction that applies facts. If several of the facts are traced, the span belongs to the trace of
 * the first.
 */
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
