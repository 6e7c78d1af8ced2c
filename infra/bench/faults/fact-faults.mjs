// Faults of facts (events): facts are published again, a reader cannot apply facts for a while (F10), or no reader can
// ever apply a fact (F18).
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAgain } from '../../local/facts-command.mjs';

/** Publishes facts again, in a different order. */
export async function repeatFacts({ stack, random }) {
  const schema = random.pick(['payments', 'payments', 'identity']);
  await stack.ask(
    `UPDATE ${schema}.outbox SET published_at = NULL, claimed_until = NULL WHERE id IN (
       SELECT id FROM ${schema}.outbox WHERE published_at IS NOT NULL ORDER BY random() LIMIT 50)`,
  );
  return `facts of ${schema} again`;
}

/** The error with which the harness refuses a reader's writes, so that facts become dead letters. */
export const REFUSAL = 'refused by the fault harness';

/** The writes of readers that the harness refuses. */
const refusals = [
  { service: 'reports', consumer: 'audit', on: 'INSERT ON reports.audit_log', when: '' },
  {
    ...{ service: 'payments', consumer: 'card-authorizations' },
    on: 'UPDATE ON payments.card_authorization',
    when: `WHEN (OLD.state = 'AUTHORIZED' AND NEW.state = 'CLOSING')`,
  },
];

const DEAD_WITHIN_MS = 20_000;
/**
 * A gauge shows dead facts within this time: gauges are read every 15 seconds, and the process may be killed meanwhile.
 */
const SHOWN_WITHIN_MS = 120_000;
const RUN_AGAIN_WITHIN_MS = 60_000;

/**
 * A reader cannot apply its facts for a while: the facts become dead letters, the gauge shows them, and an operator
 * runs them again. At the end no fact may be missing (I10, I12).
 */
export async function killFacts({ stack, random, violate }) {
  const { service, consumer, on, when } = random.pick(refusals);
  const table = on.split(' ').at(-1);
  const dead = () => deadOf(stack, service, consumer);
  await stack.ask(
    `CREATE OR REPLACE FUNCTION ${service}.faults_refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION '${REFUSAL}'; END $$`,
  );
  await stack.ask(`DROP TRIGGER IF EXISTS faults_refuse ON ${table}`);
  await stack.ask(
    `CREATE TRIGGER faults_refuse BEFORE ${on} FOR EACH ROW ${when} EXECUTE FUNCTION ${service}.faults_refuse()`,
  );
  try {
    if (!(await within(DEAD_WITHIN_MS, async () => (await dead()) > 0))) return false;
  } finally {
    await stack.ask(`DROP TRIGGER IF EXISTS faults_refuse ON ${table}`);
  }
  const count = await dead();
  if (!(await within(SHOWN_WITHIN_MS, () => gaugeShows(stack, service, consumer))))
    violate(`I10 ${count} facts of ${service} ${consumer} are dead, and facts_dead does not show them`);
  await within(RUN_AGAIN_WITHIN_MS, () => orderAgain(stack, { service, consumer }));
  return `${count} facts of ${service} ${consumer} died and were run again`;
}

/**
 * Marks dead facts to be applied again, as an operator would. Resolves to false while PostgreSQL is unavailable. Reads
 * the address at each call, because PostgreSQL has another port after a restart.
 */
const orderAgain = ({ postgres }, which) =>
  runAgain(postgres.server.url, which).then(
    () => true,
    () => false,
  );

async function deadOf({ ask }, service, consumer) {
  const [{ count }] = await ask(`SELECT count(*)::int FROM ${service}.dead_event WHERE consumer = $1`, [
    consumer,
  ]);
  return count;
}

/** True if one of the service's processes reports dead facts of this consumer in its metrics. */
async function gaugeShows(stack, service, consumer) {
  const label = `facts_dead{service="${service}",consumer="${consumer}"}`;
  for (const pid of stack.pidsOf(`services/${service}`)) {
    const text = await metricsOf(pid).catch(() => '');
    const line = text.split('\n').find((each) => each.startsWith(label));
    if (line && Number(line.slice(label.length)) > 0) return true;
  }
  return false;
}

async function metricsOf(pid) {
  const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  const port = environment.find((entry) => entry.startsWith('SERVICE_PORT='))?.split('=')[1];
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) });
  return answer.text();
}

const TEN_MEGABYTES = 10 * 1024 * 1024;

/** Functions that make facts which no reader can ever apply; the key says what is wrong with the fact. */
const poisons = {
  'that never parses': () => ({ type: 'identity.session-ended.v1', payload: { session: 7 } }),
  'of 10 MB': () => ({
    type: 'identity.session-ended.v1',
    payload: { session: 'x'.repeat(TEN_MEGABYTES), user: 7 },
  }),
  'of an unknown version': () => ({ type: 'identity.session-ended.v9', payload: { session: 's' } }),
};

/** Writes to an outbox one fact that no reader can apply. It becomes a dead letter, and all other facts are applied. */
export async function poison({ stack, random }) {
  const [what, make] = random.pick(Object.entries(poisons));
  const { type, payload } = make();
  const id = randomUUID();
  stack.history.poisoned.push({ id, what, type });
  await stack.ask(
    `INSERT INTO identity.outbox (event_id, county_id, type, aggregate, sequence, payload, correlation_id)
     VALUES ($1, 'lake', $2, $3, 1, $4, 'faults')`,
    [id, type, `user:${id}`, JSON.stringify(payload)],
  );
  return `a fact ${what}`;
}

async function within(ms, isSo) {
  for (const until = Date.now() + ms; ; await sleep(500)) {
    if (await isSo()) return true;
    if (Date.now() > until) return false;
  }
}
