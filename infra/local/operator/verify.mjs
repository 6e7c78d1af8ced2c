// `portal verify`: checks the rules that hold in every installation at any moment: those of money, facts, stored
// files and the audit log. It only reads, from one snapshot, while the product runs.
import pg from 'pg';
import { importBuilt } from '../service-modules.mjs';
import { serviceNames } from '../packages.mjs';
import { ALL_ROWS, GRANT_ALL_ROWS, isBound } from './bound-administrator.mjs';
import { bad, found, good } from './findings.mjs';
import { verifyAudit } from './verify-audit.mjs';
import { verifyObjects } from './verify-objects.mjs';

/** The age at which an unpublished fact shows that its relay is broken; a fact is normally published within seconds. */
const LATE = '5 minutes';
/** How many days of facts are checked; the outbox keeps facts for 7 days. */
const CHECKED_DAYS = 6;
const READ_ONLY = `-c default_transaction_read_only=on -c statement_timeout=0 ${ALL_ROWS}`;

/**
 * @param {{ adminUrl: string, storage?: import('./verify-objects.mjs').Storage }} o `adminUrl`: the address of an
 * administrator whom row level security does not bind; `storage`: the configuration of the object store, without which
 * files are not checked
 * @returns {Promise<import('./findings.mjs').Finding[]>}
 */
export async function verify({ adminUrl, storage }) {
  const client = new pg.Client({
    connectionString: adminUrl,
    options: READ_ONLY,
    connectionTimeoutMillis: 5000,
  });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const ask = async (statement, params = []) => (await client.query(statement, params)).rows;
    const look = (about, check) => found(about, () => apart(ask, check), todoOf);
    return [
      ...(await look('money', () => verifyMoney(ask))),
      ...(await look('facts', () => verifyFacts(ask))),
      ...(await look('audit log', () => verifyAudit(ask))),
      ...(storage ? await look('files', () => verifyObjects(ask, storage)) : []),
    ];
  } finally {
    await client.end();
  }
}

const todoOf = (error) => (isBound(error) ? GRANT_ALL_ROWS : undefined);

/** Runs a check after a savepoint, so that the transaction remains usable for the other checks if this one fails. */
async function apart(ask, check) {
  await ask('SAVEPOINT before_check');
  try {
    return await check();
  } catch (error) {
    await ask('ROLLBACK TO SAVEPOINT before_check');
    throw error;
  }
}

async function verifyMoney(ask) {
  const rules = await importBuilt('services/payments/dist/verification/invariants.js');
  // rules about the outbox of the payments service are left out, because `verifyFacts` checks the outbox of every
  // service
  const quiet = rules.quietInvariants.filter(({ sql }) => !sql.includes('payments.outbox'));
  const checked = [...rules.invariants.map(withinKeptFacts), ...quiet];
  const broken = await rules.brokenInvariants(ask, checked);
  if (broken.length === 0) return [good('money', `${checked.length} rules hold`)];
  return broken.map((text) => bad('money', text, 'deploy/RUNBOOKS.md#verify-finds-money-that-is-wrong'));
}

/** A rule that compares entries with their facts checks only entries whose facts are still in the outbox. */
const withinKeptFacts = (rule) =>
  rule.sql.includes('payments.outbox')
    ? {
        ...rule,
        sql: `SELECT told.* FROM (${rule.sql}) told JOIN payments.journal_entry e ON e.id = told.id
               WHERE e.posted_at > now() - interval '${CHECKED_DAYS} days'
                 -- the facts of entries that were posted before the county moved here are in the other outbox
                 AND NOT EXISTS (SELECT 1 FROM admin_config.county c
                                  WHERE c.id = e.county_id AND e.posted_at <= c.arrived_at)`,
      }
    : rule;

async function verifyFacts(ask) {
  const findings = [];
  for (const [table, questions] of Object.entries(questionsOfFacts))
    for (const service of await servicesWith(ask, table))
      for (const { sql, what, todo } of questions) {
        const [{ count, first }] = await ask(sql(service.replaceAll('-', '_')));
        if (count > 0)
          findings.push(
            bad('facts', `${service}: ${count} ${what}, the first since ${first.toISOString()}`, todo),
          );
      }
  return findings.length > 0 ? findings : [good('facts', 'all are published and applied')];
}

const questionsOfFacts = {
  outbox: [
    {
      what: 'facts are not published',
      sql: (schema) => `SELECT count(*)::int AS count, min(occurred_at) AS first FROM ${schema}.outbox
                         WHERE published_at IS NULL AND occurred_at < now() - interval '${LATE}'`,
      todo: 'deploy/RUNBOOKS.md#facts-are-not-published',
    },
  ],
  dead_event: [
    {
      what: 'facts could not be applied',
      sql: (schema) => `SELECT count(*)::int AS count, min(died_at) AS first FROM ${schema}.dead_event`,
      todo: '"portal facts" lists them. deploy/RUNBOOKS.md#facts-could-not-be-applied',
    },
  ],
};

async function servicesWith(ask, table) {
  const rows = await ask('SELECT schemaname FROM pg_tables WHERE tablename = $1', [table]);
  const schemas = new Set(rows.map(({ schemaname }) => schemaname));
  return serviceNames().filter((service) => schemas.has(service.replaceAll('-', '_')));
}
