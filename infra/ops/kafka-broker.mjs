// A separate Kafka broker for a drill, and the facts that wait for it.
import path from 'node:path';
import { readdirSync } from 'node:fs';
import { projectRoot } from '../local/node-version.mjs';
import { freePortRange } from '../local/ports.mjs';
import { sharedTool } from './shared-tool.mjs';

/**
 * Starts a broker that the product's facts go through.
 * @returns {Promise<{ environment: Record<string, string>, start: () => Promise<unknown>, kill: () => Promise<unknown> }>}
 */
export async function startBroker(stage) {
  const port = await freePortRange(2);
  const folder = path.join(stage.folder, 'kafka');
  const ask = sharedTool('kafka-broker');
  const start = () => ask('start', folder, port);
  await start();
  stage.atEnd(() => ask('stop', folder));
  return {
    environment: { EVENTS: 'kafka', KAFKA_BROKERS: `127.0.0.1:${port}` },
    start,
    kill: () => ask('kill', folder),
  };
}

/** Facts that the event log does not have yet, of all services. */
export async function waitingFacts(ask) {
  const schemas = readdirSync(path.join(projectRoot, 'services')).map((name) => name.replaceAll('-', '_'));
  const counts = schemas.map(
    (schema) => `(SELECT count(*) FROM ${schema}.outbox WHERE published_at IS NULL)`,
  );
  const [{ count }] = await ask(`SELECT ${counts.join(' + ')} AS count`);
  return Number(count);
}
