export {
  inRoot,
  inSpan,
  inTraceOf,
  isTraced,
  noteSpan,
  openTrace,
  spanOf,
  traceparent,
  within,
} from './span.js';
export type { Attributes, OpenSpan, SpanKind, Tracer } from './span.js';
export { startTracing, type StopTracing } from './start-tracing.js';
