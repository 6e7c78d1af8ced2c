import type { Config } from '../config/index.js';
import { openLog } from '../log/index.js';
import { useTracer } from './span.js';

/** Switches tracing off and sends the waiting spans, for at most a few seconds. */
export type StopTracing = () => Promise<void>;

/**
 * Switches tracing on if the configuration has an OTLP address. Otherwise the SDK is not even loaded.
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
