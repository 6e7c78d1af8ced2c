// A separate Kafka broker for a drill, and counts of the facts that wait for the broker.
import path from 'node:path';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../local/node-version.mjs';
import { freePortRange } from '../local/ports.mjs';
import { sharedTool } from './shared-tool.mjs';

/**
 * Starts a broker for the facts of the product.
 * @returns {Promise<{ environment: Record<string, string>, start: () => Promise<unknown>, kill: () => Promise<unknown>
 * }>}
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

const schemas = () =>
  readdirSync(path.join(projectRoot, 'services')).map((name) => name.replaceAll('-', '_'));

/** The number of facts of all services that happened before a given time and are not in the event log yet. */
export async function waitingFacts(ask, before = new Date(Date.now() + 60_000)) {
  const counts = schemas().map(
    (schema) => `(SELECT count(*) FROM ${schema}.outbox WHERE published_at IS NULL AND occurred_at < $1)`,
  );
  const [{ count }] = await ask(`SELECT ${counts.join(' + ')} AS count`, [before]);
  return Number(count);
}

/**
 * The number of facts that readers have not applied yet. A fact counts once for each such reader. Readers are expected
 * to apply all facts of a type if they have applied at least one of this type.
 * @param {Date} [before] counts only facts that happened before this time
 */
export async function unreadFacts(ask, before = new Date(Date.now() + 60_000)) {
  const facts = schemas().map((schema) => `SELECT event_id, type, occurred_at FROM ${schema}.outbox`);
  const inboxes = schemas().map(
    (schema) => `SELECT '${schema}' || consumer AS reader, event_id FROM ${schema}.inbox`,
  );
  const [{ count }] = await ask(
    `WITH fact AS (${facts.join(' UNION ALL ')}), applied AS (${inboxes.join(' UNION ALL ')}),
          reading AS (SELECT DISTINCT reader, type FROM applied JOIN fact USING (event_id))
     SELECT count(*) FROM reading JOIN fact USING (type)
      WHERE occurred_at < $1
        AND NOT EXISTS (SELECT FROM applied a WHERE a.reader = reading.reader AND a.event_id = fact.event_id)`,
    [before],
  );
  return Number(count);
}

/** How long facts may take to reach all their readers once nothing delays them any more. */
const CAUGHT_UP_MS = 60_000;

/** @returns {Promise<number | undefined>} milliseconds until the count was 0, or undefined when it took too long */
export async function untilNone(count) {
  const began = Date.now();
  while ((await count()) > 0) {
    if (Date.now() - began > CAUGHT_UP_MS) return undefined;
    await sleep(500);
  }
  return Date.now() - began;
}
