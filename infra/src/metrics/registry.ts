import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process. Services that share a process share the registry. */
export const registry = new Registry();

interface Metric<L extends string> {
  /** Prometheus name with its unit, such as 'http_request_duration_seconds'. */
  readonly name: string;
  readonly help: string;
  /** Labels with few values each: routes, states and services, never ids or names. */
  readonly labelNames?: readonly L[];
}

/** The counter with that name. The first call creates it. */
export const counter = <L extends string = never>(metric: Metric<L>): Counter<L> =>
  find(metric.name, Counter<L>) ??
  new Counter({ ...metric, labelNames: metric.labelNames ?? [], registers: [registry] });

export const gauge = <L extends string = never>(
  metric: Metric<L> & { collect?: (this: Gauge<L>) => void | Promise<void> },
): Gauge<L> =>
  find(metric.name, Gauge<L>) ??
  new Gauge({ ...metric, labelNames: metric.labelNames ?? [], registers: [registry] });

/** @param metric.buckets upper bounds, in the unit that the metric's name states */
export const histogram = <L extends string = never>(
  metric: Metric<L> & { readonly buckets: readonly number[] },
): Histogram<L> =>
  find(metric.name, Histogram<L>) ??
  new Histogram({
    ...metric,
    ...{ labelNames: metric.labelNames ?? [], buckets: [...metric.buckets], registers: [registry] },
  });

/** Counts the hits and misses of caches. */
export const cacheReads = counter({
  ...{ name: 'cache_reads_total', help: 'Reads of what is kept for a while, by whether it was there' },
  labelNames: ['cache', 'outcome'] as const,
});

let collecting = false;

/** Starts measuring the process itself: memory, CPU, garbage collection, event loop lag. A second call does nothing. */
export function collectProcessMetrics(): void {
  if (collecting) return;
  collecting = true;
  collectDefaultMetrics({ register: registry });
}

function find<M>(name: string, type: new (...args: never[]) => M): M | undefined {
  const found = registry.getSingleMetric(name);
  if (found === undefined) return undefined;
  if (found instanceof type) return found;
  throw new Error(`the metric ${name} is of another kind`);
}
