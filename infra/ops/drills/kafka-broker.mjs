// Kills the only Kafka broker under load and starts it again. No request fails, because facts wait in the outbox.
import path from 'node:path';
import { readdirSync } from 'node:fs';
import { projectRoot } from '../../local/node-version.mjs';
import { freePortRange } from '../../local/ports.mjs';
import { outage } from '../drill.mjs';
import { sharedTool } from '../shared-tool.mjs';

export const { about, run } = outage({
  about: 'Kafka carries the facts; its broker is killed under load and started again',
  part: 'Kafka',
  mostAfterMs: 0,
  meanwhile: 600,
  servers: async (stage) => {
    const port = await freePortRange(2);
    const folder = path.join(stage.folder, 'kafka');
    const ask = sharedTool('kafka-broker');
    stage.broker = { start: () => ask('start', folder, port), kill: () => ask('kill', folder) };
    await stage.broker.start();
    stage.atEnd(() => ask('stop', folder));
    return { more: { EVENTS: 'kafka', KAFKA_BROKERS: `127.0.0.1:${port}` } };
  },
  fail: ({ broker }) => broker.kill(),
  mend: async (stage) => {
    stage.waited = await waiting(stage.ask);
    await stage.broker.start();
  },
  // no request waits for Kafka, so none may be refused
  honest: () => false,
  look: async (stage) => {
    const left = await waiting(stage.ask);
    return {
      rows: [
        ['facts that waited in the outbox when it came back', String(stage.waited)],
        ['facts that wait at the end', String(left)],
      ],
      broken: [
        ...(stage.waited === 0 ? ['no fact waited: the drill shows nothing'] : []),
        ...(left === 0 ? [] : [`${left} facts were not published`]),
      ],
    };
  },
});

/** Facts that the event log does not have yet, of all services. */
async function waiting(ask) {
  const schemas = readdirSync(path.join(projectRoot, 'services')).map((name) => name.replaceAll('-', '_'));
  const counts = schemas.map(
    (schema) => `(SELECT count(*) FROM ${schema}.outbox WHERE published_at IS NULL)`,
  );
  const [{ count }] = await ask(`SELECT ${counts.join(' + ')} AS count`);
  return Number(count);
}
