import type { Config } from '../config/index.js';
import { openLog } from '../log/index.js';
import { useTracer } from './span.js';

/** Sends what is left, for at most some seconds. */
export type StopTracing = () => Promise<void>;

/**
 * Traces this process when the configuration has an OTLP address; otherwise loads nothing.
 * @param service the name of the process in its traces
 */
export async function startTracing(
  service: string,
  { tracing, version }: Pick<Config, 'tracing' | 'version'>,
): Promise<StopTracing> {
  if (!tracing) return () => Promise.resolve();
  const { openOtlp } = await import('./otlp.js');
  const otlp = openOtlp({ service, version, ...tracing });
  useTracer(otlp.tracer);
  const { origin } = new URL(tracing.endpoint);
  openLog(service).info({ to: origin, share: tracing.share }, 'requests are traced');
  return async () => {
    useTracer(undefined);
    await otlp.close().catch(() => undefined);
  };
}
