// The only file that loads OpenTelemetry's SDK. It is imported only if there is an OTLP address.
import {
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Beginning, OpenSpan, SpanKind, Tracer } from './span.js';

export interface OtlpOptions {
  /** Address of the receiver without `/v1/traces`. */
  readonly endpoint: string;
  readonly share: number;
  readonly service: string;
  readonly version: string;
}

/**
 * The maximum number of spans that wait for the receiver. While the receiver is unavailable, further spans are dropped.
 */
const KEPT_SPANS = 4_096;
const SEND_EVERY_MS = 3_000;
const SEND_MS = 2_000;

const kinds: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
};

/** Sends every span to an OTLP receiver by HTTP. Which requests are traced was decided before, in `openTrace`. */
export function openOtlp(o: OtlpOptions): { readonly tracer: Tracer; close(): Promise<void> } {
  const url = new URL(`${o.endpoint.replace(/\/$/, '')}/v1/traces`).href;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_MS, keepAlive: true });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': o.service, 'service.version': o.version }),
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: 1_000, attributeCountLimit: 32 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: KEPT_SPANS,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_MS,
      }),
    ],
  });
  const spans = provider.getTracer('land-records-portal', o.version);
  const begin = ({ name, kind, attributes, parent, startedAt }: Beginning): OpenSpan => {
    const remote = parent === undefined ? undefined : readTraceparent(parent);
    const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
    const about = { kind: kinds[kind], ...(attributes && { attributes }) };
    return opened(spans.startSpan(name, { ...about, ...(startedAt && { startTime: startedAt }) }, context));
  };
  return { tracer: { share: o.share, begin }, close: () => provider.shutdown() };
}

function opened(span: Span): OpenSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    set: (attributes) => void span.setAttributes(attributes),
    fail: (kind) => {
      span.setAttribute('error.type', kind);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/** Reads a `traceparent`. Returns undefined for an invalid one, so that the span begins a new trace. */
function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}
