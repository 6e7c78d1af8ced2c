import 'reflect-metadata';
import { needsOf, readConfig } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { startServiceHttp } from '@portal/infra/metrics';
import { startTracing } from '@portal/infra/tracing';
import { startGateway } from './start.js';

const STOP_MS = 29_000;

// makes all files that this process writes private to their owner
process.umask(0o077);
const log = openLog('gateway');
try {
  const config = readConfig(undefined, needsOf('gateway'));
  const endTraces = await startTracing('gateway', config);
  const gateway = await startGateway(config);
  const probes = await startServiceHttp(config, gateway);
  const stop = (): void => {
    // cuts off requests that are still running after STOP_MS; clients repeat such requests
    setTimeout(() => process.exit(1), STOP_MS).unref();
    probes.drain();
    const end = async (): Promise<void> => {
      await Promise.allSettled([gateway.close()]);
      await Promise.allSettled([endTraces()]);
      process.exit(0);
    };
    setTimeout(() => void end(), config.drainSeconds * 1_000);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  log.error({ err: error }, 'the gateway cannot start');
  process.stderr.write(`gateway cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
