import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Attributes of a span: routes, contracts, kinds and counts. Never names of persons, typed text or statement values. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span that has not ended. */
export interface OpenSpan {
  /** W3C Trace Context: `00-<trace>-<span>-01`. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** @param kind the reason of the failure: an error code or the name of an error's class */
  fail(kind: string): void;
  end(): void;
}

export interface Beginning {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** The `traceparent` of the span above this one. */
  readonly parent?: string | undefined;
  readonly startedAt?: Date;
}

/** Makes spans. Only `startTracing` creates a tracer, so that a process without an OTLP address loads no SDK. */
export interface Tracer {
  /** The share of requests and jobs that are traced, from 0 to 1. */
  readonly share: number;
  begin(beginning: Beginning): OpenSpan;
}

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<OpenSpan>();

/** @param given undefined switches tracing off */
export function useTracer(given: Tracer | undefined): void {
  tracer = given;
}

const spanNow = (): OpenSpan | undefined => (tracer ? current.getStore() : undefined);

/** True while the current code runs for a traced request, fact or job. */
export const isTraced = (): boolean => spanNow() !== undefined;

/** The `traceparent` to send along with commands, facts and jobs; undefined outside a trace. */
export const traceparent = (): string | undefined => spanNow()?.traceparent;

/** Adds attributes to the current span, if there is one. */
export const noteSpan = (attributes: Attributes): void => spanNow()?.set(attributes);

/** Runs `work` as part of a span; without a span, just runs `work`. */
export const within = <T>(span: OpenSpan | undefined, work: () => T): T =>
  span ? current.run(span, work) : work();

/**
 * Begins a trace for the configured share of requests and jobs, which chance selects. Returns undefined for all others.
 * @param beginning is called only when a trace begins
 */
export function openTrace(beginning: () => Beginning): OpenSpan | undefined {
  if (!tracer || Math.random() >= tracer.share) return undefined;
  return tracer.begin(beginning());
}

/**
 * Begins a span below `parent`, which is a `traceparent`. The caller must end the span. Returns undefined while tracing
 * is off.
 */
export const spanOf = (parent: string, beginning: () => Beginning): OpenSpan | undefined =>
  tracer?.begin({ ...beginning(), parent });

/** Runs `work` in a span of the current trace. Outside a trace, `work` runs without a span. */
export function inSpan<T>(beginning: () => Beginning, work: () => Promise<T>): Promise<T> {
  const parent = traceparent();
  return parent === undefined ? work() : follow({ parent, ...beginning() }, work);
}

/**
 * Runs `work` in a span of the trace that caused it, which may be the trace of another process.
 * @param parent the `traceparent` of the cause; undefined if the cause is not traced, and then the work is not traced
 * either
 */
export function inTraceOf<T>(
  parent: string | undefined,
  beginning: () => Beginning,
  work: () => Promise<T>,
): Promise<T> {
  return !tracer || parent === undefined ? work() : follow({ ...beginning(), parent }, work);
}

/** Runs `work` in the trace of `parent`. Without a parent, chance decides whether the work begins a trace. */
export function inRoot<T>(
  parent: string | undefined,
  beginning: () => Beginning,
  work: () => Promise<T>,
): Promise<T> {
  if (parent !== undefined) return inTraceOf(parent, beginning, work);
  const span = openTrace(beginning);
  return span ? ended(span, work) : work();
}

const follow = <T>(beginning: Beginning, work: () => Promise<T>): Promise<T> => {
  const span = tracer?.begin(beginning);
  return span ? ended(span, work) : work();
};

async function ended<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work);
  } catch (error) {
    span.fail(error instanceof Error ? error.name : typeof error);
    throw error;
  } finally {
    span.end();
  }
}
