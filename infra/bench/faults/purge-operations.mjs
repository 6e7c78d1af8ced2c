// Purges of users and of the audit log. A run is too short for anything to become old, so users are made old a few at a
// time, and the county's first audit records are dated 300 days back.
import { setTimeout as sleep } from 'node:timers/promises';
import { COUNTY } from './county.mjs';
import { saveAccountWithUsers, terms } from './payers.mjs';

const DAY = '01/05/2020';
const AGED_AT_ONCE = 8;
const CHECKED_WITHIN_MS = 30_000;
const RECORDED_WITHIN_MS = 60_000;

/**
 * Creates users of card accounts, for purges to find. Every fourth user must stay, because the account has money or
 * the user is active.
 * @returns {Promise<{ user: string, stays: boolean }[]>}
 */
export async function makeForgotten({ rpc, count }) {
  const forgotten = [];
  for (let n = 0; n < count; n += 1) {
    const stays = n % 4 === 3;
    const isRich = stays && n % 8 === 3;
    const [{ user }] = await saveAccountWithUsers(rpc, {
      ...{ name: `Forgotten ${n}`, usernames: [`faults.forgotten.${n}`], password: 'Faults!2026' },
      ...{ terms: { ...terms, paymentMethod: 'CREDIT_CARD' }, opening: isRich ? [['USD', 500]] : [] },
      ...(stays && !isRich ? {} : { status: 'I' }),
    });
    forgotten.push({ user, stays });
  }
  return forgotten;
}

/**
 * Writes audit records whose time is 300 days ago, and waits until the log has them. They must be the log's first
 * records, because a purge stops at the first record that is too young.
 */
export async function writeOldRecords({ ask, count }) {
  await ask(
    `INSERT INTO identity.outbox (event_id, county_id, type, aggregate, sequence, occurred_at, payload, correlation_id)
     SELECT gen_random_uuid(), $1, 'audit.action-taken.v1', 'user:' || n, 1, now() - interval '300 days',
            jsonb_build_object('action', 'user.save', 'object', 'user:' || n), 'faults'
       FROM generate_series(1, $2::int) n`,
    [COUNTY, count],
  );
  for (const until = Date.now() + RECORDED_WITHIN_MS; ; await sleep(200)) {
    const [{ recorded }] = await ask('SELECT count(*)::int AS recorded FROM reports.audit_log');
    if (recorded >= count) return;
    if (Date.now() > until) throw new Error(`${recorded} of ${count} old records were recorded`);
  }
}

const standing = async (client) =>
  (await client.ask('controlPanel/countyConfig/userPurgeNow')).content?.current;

/** Makes some more users old. The dry run lists them, and the purge deletes only users on that list. */
export async function purge({ client, random, history, forgotten, ask }) {
  const old = forgotten.splice(0, random.between(2, AGED_AT_ONCE));
  if (old.length === 0) return { type: 'fail', why: 'everybody was purged' };
  history.forgotten.push(...old);
  const ids = old.map(({ user }) => user);
  await ask(`UPDATE identity.app_user SET created_at = '2019-03-01' WHERE id = ANY ($1::uuid[])`, [ids]);
  const began = await client.askAgain('controlPanel/userPurges/check', { purgeDate: DAY });
  const checked = began.content?.purge;
  if (checked) {
    for (const until = Date.now() + CHECKED_WITHIN_MS; Date.now() < until; await sleep(500)) {
      const current = await standing(client);
      if (current?.id === checked && current.state === 'CHECKED') break;
    }
  }
  const asked = { purgeDate: DAY, checked: checked ?? null };
  const { known, content } = await client.askAgain('controlPanel/countyConfig/userPurgeNow', asked);
  return { type: !known ? 'info' : content ? 'ok' : 'fail', users: ids.length };
}

/**
 * Activates a user whom a purge may be about to delete. Sends the request only once: it toggles the status, so a second
 * request would deactivate the user again.
 */
export async function revive({ client, random, history }) {
  const candidates = history.forgotten.filter(({ stays, revived }) => !stays && !revived);
  if (candidates.length === 0) return { type: 'fail', why: 'nobody is to be purged' };
  const one = random.pick(candidates);
  one.revived = 'UNKNOWN';
  const { known, content } = await client.ask('userManager/userChangeStatusSingle', { userId: one.user });
  if (known) one.revived = content ? 'YES' : 'NO';
  return { type: !known ? 'info' : content ? 'ok' : 'fail', user: one.user };
}

/** Makes the county's nightly purge of the audit log due. */
export async function purgeAudit({ client, ask }) {
  const section = 'controlPanel/countyConfig/auditLogPurgeSchedule';
  const { content } = await client.ask(section);
  if (!content) return { type: 'fail', why: 'no section' };
  const { version, value } = content;
  if (!value.automaticPurge) {
    const saved = {
      version,
      value: { ...value, automaticPurge: true, automaticPurgeAfterDays: 60 },
      reason: 'faults',
    };
    if (!(await client.ask(section, saved)).content) return { type: 'fail', why: 'not saved' };
  }
  const due = await ask(
    `INSERT INTO reports.audit_purge_schedule (county_id, next_at) VALUES ($1, now())
     ON CONFLICT (county_id) DO UPDATE SET next_at = now() RETURNING next_at`,
    [COUNTY],
  );
  return { type: 'ok', due: due[0]?.next_at };
}
