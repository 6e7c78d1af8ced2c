import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process; services that share a process share it. */
export const registry = new Registry();

interface Metric<L extends string> {
  /** Prometheus name with its unit, such as 'http_request_duration_seconds'. */
  readonly name: string;
  readonly help: string;
  /** Few values each: routes, states and services, never ids, names or counties' customers. */
  readonly labelNames?: readonly L[];
}

/** The counter of that name, made at its first use. */
export const counter = <L extends string = never>(metric: Metric<L>): Counter<L> =>
  find(metric.name, Counter<L>) ??
  new Counter({ ...metric, labelNames: metric.labelNames ?? [], registers: [registry] });

export const gauge = <L extends string = never>(
  metric: Metric<L> & { collect?: (this: Gauge<L>) => void | Promise<void> },
): Gauge<L> =>
  find(metric.name, Gauge<L>) ??
  new Gauge({ ...metric, labelNames: metric.labelNames ?? [], registers: [registry] });

/** @param metric.buckets upper limits, in the unit of the name; for durations of requests when absent */
export const histogram = <L extends string = never>(
  metric: Metric<L> & { buckets?: readonly number[] },
): Histogram<L> =>
  find(metric.name, Histogram<L>) ??
  new Histogram({
    ...metric,
    labelNames: metric.labelNames ?? [],
    buckets: [...(metric.buckets ?? [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 8, 20, 60])],
    registers: [registry],
  });

const delay = monitorEventLoopDelay({ resolution: 20 });
let collecting = false;

/** Begins to measure the process itself: memory, CPU, garbage collection, event loop lag. A second call does nothing. */
export function collectProcessMetrics(): void {
  if (collecting) return;
  collecting = true;
  delay.enable();
  collectDefaultMetrics({ register: registry });
  setInterval(() => delay.reset(), 10_000).unref();
}

/** The lag that one timer in a hundred had in the last ten seconds, in milliseconds; above 200 work is shed (4.2). */
export const eventLoopLagMs = (): number => {
  const lag = delay.percentile(99) / 1e6;
  // the histogram measures from its own resolution
  return Number.isFinite(lag) ? Math.max(0, lag - 20) : 0;
};

function find<M>(name: string, type: new (...args: never[]) => M): M | undefined {
  const found = registry.getSingleMetric(name);
  if (found === undefined) return undefined;
  if (found instanceof type) return found;
  throw new Error(`the metric ${name} is of another kind`);
}
