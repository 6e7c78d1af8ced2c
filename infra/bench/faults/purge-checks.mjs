// Checks purges: every user and record that they deleted is archived once, and nothing else is gone.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COUNTY } from './county.mjs';

export const underWay = [
  [
    'I12',
    'purges of users are under way',
    `SELECT id, state, found, checked, deleted FROM identity.user_purge WHERE state NOT IN ('CHECKED', 'DONE')`,
  ],
  [
    'I12',
    'purges of the audit log are under way or were stopped',
    `SELECT id, state, found, deleted FROM reports.audit_purge WHERE state NOT IN ('CHECKED', 'DONE')`,
  ],
];

/** Violations of the rules for purges of users and of the audit log. */
export async function brokenPurges(context) {
  return [...(await brokenUsers(context)), ...(await brokenLog(context))];
}

async function brokenUsers({ ask, history, objects }) {
  const left = await idsOf(ask, 'SELECT id FROM identity.app_user');
  const deleted = await idsOf(
    ask,
    `SELECT user_id AS id FROM identity.user_purge_subject WHERE outcome = 'DELETED'`,
  );
  const broken = [];
  for (const { user, stays, revived } of history.forgotten) {
    const isGone = !left.has(user);
    if (stays && isGone) broken.push(`I16 user ${user} must stay and was purged`);
    if (revived === 'YES' && isGone) broken.push(`I11 user ${user} was told to be active and was purged`);
    if (isGone !== deleted.has(user))
      broken.push(`I16 user ${user} is ${isGone ? 'gone' : 'there'}, and a purge says otherwise`);
  }
  const purges = await ask(
    `SELECT p.id, p.deleted, p.archive_hash AS hash,
            coalesce((SELECT array_agg(s.user_id::text) FROM identity.user_purge_subject s
                       WHERE s.purge_id = p.id AND s.outcome = 'DELETED'), '{}') AS users
       FROM identity.user_purge p WHERE p.state = 'DONE'`,
  );
  for (const { id, deleted: count, hash, users } of purges) {
    if (count !== users.length)
      broken.push(`I16 purge ${id} counts ${count} users and deleted ${users.length}`);
    const bytes = readOrUndefined(path.join(objects, COUNTY, 'purges/users', `${id}.jsonl`));
    const archived = bytes && linesOf(bytes).map((line) => line.id);
    if (!archived) broken.push(`I16 the archive of purge ${id} is missing`);
    else if (createHash('sha256').update(bytes).digest('hex') !== hash || !isSame(archived, users))
      broken.push(`I16 the archive of purge ${id} has ${archived.length} users, it deleted ${users.length}`);
  }
  return broken;
}

/**
 * Every record of the county is in the log or in the archive, once, and no purged record was younger than sixty days.
 */
async function brokenLog({ ask, objects }) {
  const cuts = await ask(
    `SELECT first::int, seq::int, archive_key AS key, archive_hash AS hash FROM reports.audit_checkpoint
      WHERE county_id = $1 ORDER BY seq`,
    [COUNTY],
  );
  const broken = [];
  let next = 1;
  for (const { first, seq, key, hash } of cuts) {
    const bytes = readOrUndefined(path.join(objects, key)) ?? Buffer.alloc(0);
    const lines = linesOf(bytes);
    if (first !== next)
      broken.push(`I16 the archive of the audit log goes on at ${first} instead of ${next}`);
    if (createHash('sha256').update(bytes).digest('hex') !== hash || lines.length !== seq - first + 1)
      broken.push(`I16 ${key} has ${lines.length} records that are not those of its checkpoint`);
    if (lines.some(({ at }) => Date.now() - Date.parse(at) < 59 * 86_400_000))
      broken.push(`I16 ${key} has records of the last sixty days`);
    next = seq + 1;
  }
  const [{ first, newer }] = await ask(
    `SELECT min(seq)::int AS first, count(*) FILTER (WHERE seq < $2)::int AS newer FROM reports.audit_log WHERE county_id = $1`,
    [COUNTY, next],
  );
  if (first !== next || newer > 0)
    broken.push(`I16 the audit log begins at ${first}, its archive ends before ${next}`);
  return broken;
}

function readOrUndefined(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const idsOf = async (ask, sql) => new Set((await ask(sql)).map(({ id }) => id));
const linesOf = (bytes) =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const isSame = (some, others) => some.length === others.length && some.every((one) => others.includes(one));
