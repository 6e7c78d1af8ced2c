import 'reflect-metadata';
import { readConfig } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { startServiceHttp } from '@portal/infra/metrics';
import { startGateway } from './start.js';

const log = openLog('gateway');
try {
  const gateway = await startGateway();
  const probes = await startServiceHttp(readConfig(), gateway);
  const stop = (): void => {
    probes.drain();
    void gateway.close().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  log.error({ err: error }, 'the gateway cannot start');
  process.stderr.write(`gateway cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
