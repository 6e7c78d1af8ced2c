/**
 * I10: the audit log has exactly one record of each fact that must be audited, the numbers of the records have no gaps,
 * and only poisoned facts are dead.
 */
export async function brokenFacts({ ask, auditedTypes, history }) {
  const poison = history.poisoned.map(({ id }) => id);
  const facts = await unionOf(ask, 'outbox', 'SELECT event_id, type, occurred_at FROM');
  const missing = await ask(
    `SELECT f.event_id, f.type FROM (${facts}) f LEFT JOIN reports.audit_log a ON a.event_id = f.event_id
      WHERE f.type = ANY($1) AND a.event_id IS NULL AND f.event_id <> ALL($2::uuid[])
        AND f.occurred_at > now() - interval '60 days'`,
    [auditedTypes, poison],
  );
  const twice = await ask(`SELECT event_id FROM reports.audit_log GROUP BY 1 HAVING count(*) > 1`);
  const holes = await ask(
    `SELECT l.county_id FROM reports.audit_log l
       LEFT JOIN (SELECT county_id, max(seq) AS cut FROM reports.audit_checkpoint GROUP BY 1) c USING (county_id)
      GROUP BY l.county_id, c.cut
     HAVING max(l.seq) - coalesce(c.cut, 0) <> count(*) OR min(l.seq) <> coalesce(c.cut, 0) + 1`,
  );
  return [
    ...missing
      .slice(0, 1)
      .map((row) => `I10 ${missing.length} facts are not audited, first ${JSON.stringify(row)}`),
    ...twice.slice(0, 1).map((row) => `I10 ${twice.length} facts are audited twice, first ${row.event_id}`),
    ...holes.map((row) => `I10 the audit log of ${row.county_id} has a hole`),
    ...(await brokenDead(ask, history.poisoned)),
  ];
}

/**
 * F18: a fact that no reader can apply becomes a dead letter of each reader. F10: at the end, no other fact is a dead
 * letter.
 */
async function brokenDead(ask, poisoned) {
  const dead = await ask(await unionOf(ask, 'dead_event', 'SELECT event_id, consumer, type, reason FROM'));
  const poison = new Set(poisoned.map(({ id }) => id));
  const others = dead.filter(({ event_id: id }) => !poison.has(id));
  const readers = new Set(poisonReaders);
  const known = new Set(dead.map(({ event_id: id, consumer }) => `${id} ${consumer}`));
  const lost = poisoned.flatMap(({ id, what }) =>
    [...readers]
      .filter((consumer) => !known.has(`${id} ${consumer}`))
      .map((consumer) => `I10 a fact ${what} (${id}) is not a dead letter of ${consumer}`),
  );
  return [
    ...others
      .slice(0, 1)
      .map((row) => `I10 ${others.length} facts are dead letters, first ${JSON.stringify(row)}`),
    ...lost,
  ];
}

/** The readers of the types in `poisons` (fact-faults.mjs). */
const poisonReaders = ['audit', 'card-authorizations'];

async function unionOf(ask, table, select) {
  const schemas = await ask(
    `SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = $1`,
    [table],
  );
  return schemas.map(({ schema }) => `${select} ${schema}.${table}`).join(' UNION ALL ');
}
