// Runs the product for product.mjs as `npm start` does, with all services and the gateway in one process.
import { startInThisProcess } from '../local/one-process.mjs';

process.on('disconnect', () => process.exit(0));
const product = await startInThisProcess({ ...process.env });
let endTraces = async () => undefined;

/** @param {{ endpoint: string, share: number } | null} tracing null switches tracing off */
async function trace(tracing) {
  await endTraces();
  const { startTracing } = await import('@portal/infra/tracing');
  endTraces = await startTracing('bench', { version: 'bench', ...(tracing && { tracing }) });
  process.send('traced');
}

process.on('message', (message) => {
  if (message === 'stop') void product.stop().then(() => process.exit(0));
  else void trace(message.tracing);
});
process.send('ready');
