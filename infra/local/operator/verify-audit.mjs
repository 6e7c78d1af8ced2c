// Recomputes the hash chain of each county's audit log row by row, and checks that the log has the facts of the last
// days.
import { importBuilt } from '../service-modules.mjs';
import { bad, good } from './findings.mjs';

const ROWS = 2000;
/** The age at which a fact that is not in the log counts as missing; most facts reach the log within seconds. */
const LATE = '10 minutes';
const RUNBOOK = 'deploy/RUNBOOKS.md#the-audit-log-does-not-fit';

/** @param {(statement: string, params?: unknown[]) => Promise<object[]>} ask */
export async function verifyAudit(ask) {
  const rules = await importBuilt('services/reports/dist/audit/audit.rules.js');
  const heads = await ask('SELECT county_id, seq::text, hash FROM reports.chain_head ORDER BY county_id');
  const findings = [];
  for (const head of heads) findings.push(...(await brokenChain(ask, rules, head)));
  findings.push(...(await notAudited(ask, rules.auditedTypes)));
  return findings.length > 0
    ? findings
    : [good('audit log', `the chains of ${heads.length} counties fit, and no fact is missing`)];
}

async function brokenChain(ask, { ChainReader, GENESIS }, head) {
  const county = head.county_id;
  const [cut] = await ask(
    'SELECT cut.seq::text, hash FROM reports.audit_checkpoint AS cut WHERE county_id = $1 ORDER BY cut.seq DESC LIMIT 1',
    [county],
  );
  const start = cut ? { seq: BigInt(cut.seq), hash: cut.hash } : { seq: 0n, hash: GENESIS };
  const newest = BigInt(head.seq);
  const reader = new ChainReader(newest > start.seq ? [{ seq: newest, hash: head.hash }] : [], start);
  for (let from = start.seq; ; from = reader.rows) {
    const rows = await ask(
      `SELECT county_id AS "countyId", seq::text, event_id AS "eventId", at, actor, action, object,
              before_hash AS "beforeHash", after_hash AS "afterHash", ip_trunc AS "ipTrunc",
              correlation_id AS "correlationId", detail, prev_hash AS "prevHash", hash
         FROM reports.audit_log AS row WHERE county_id = $1 AND row.seq > $2 ORDER BY row.seq LIMIT ${ROWS}`,
      [county, String(from)],
    );
    for (const row of rows) {
      const fault = reader.read(row);
      if (fault) return [bad('audit log', `${county}: row ${fault.seq} ${fault.reason}`, RUNBOOK)];
    }
    if (rows.length < ROWS) break;
  }
  const fault = reader.end();
  return fault ? [bad('audit log', `${county}: row ${fault.seq} ${fault.reason}`, RUNBOOK)] : [];
}

async function notAudited(ask, types) {
  const schemas = await ask(`SELECT schemaname FROM pg_tables WHERE tablename = 'outbox'`);
  const facts = schemas.map(
    ({ schemaname }) => `SELECT event_id, type, published_at FROM ${schemaname}.outbox`,
  );
  if (facts.length === 0) return [];
  const [{ count, first }] = await ask(
    `SELECT count(*)::int AS count, min(f.type) AS first FROM (${facts.join(' UNION ALL ')}) f
      WHERE f.type = ANY($1) AND f.published_at < now() - interval '${LATE}'
        AND NOT EXISTS (SELECT 1 FROM reports.audit_log a WHERE a.event_id = f.event_id)
        AND NOT EXISTS (SELECT 1 FROM reports.dead_event d WHERE d.event_id = f.event_id)`,
    [types],
  );
  return count > 0 ? [bad('audit log', `${count} facts are missing, such as one of ${first}`, RUNBOOK)] : [];
}
