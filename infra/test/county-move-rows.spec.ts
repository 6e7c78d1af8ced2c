import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/infra/testing';
import { compareMoney, compareRows } from '../local/county-move/compare.mjs';
import { forgetCounty } from '../local/county-move/forget.mjs';
import { answerWorkers } from '../local/county-move/gates.mjs';
import { moveCounty, undoAlone } from '../local/county-move/move.mjs';
import {
  advanceSequences,
  catchUp,
  copyAndFollow,
  dropSlot,
  publish,
  unpublish,
  unsubscribe,
} from '../local/county-move/replication.mjs';
import { deleteRows } from '../local/county-move/rows.mjs';
import { keepOutOfLog, openSession, type Session } from '../local/county-move/sessions.mjs';
import { markArrival } from '../local/county-move/standing.mjs';
import { movedTables } from '../local/county-move/tables.mjs';
import { undo } from '../local/county-move/undo.mjs';
import { addRow } from './county-tables.js';
import { everyService } from './every-service.js';

type Fresh = Awaited<ReturnType<typeof freshDatabase>>;
const county = 'lake';
let databases: [Fresh, Fresh];
let source: Session;
let target: Session;
const askSource: TestDatabase['asAdmin'] = (sql, params) => source.ask(sql, params);
const sides = () => ({ source, target, county });
const keysLogged = (session: Session) =>
  session.ask<{ full: number }>(
    `SELECT count(*)::int AS full FROM pg_class WHERE relreplident = 'f' AND relkind = 'r'`,
  );

const places = () => ({ from: { adminUrl: databases[0].adminUrl }, to: { adminUrl: databases[1].adminUrl } });
/** The role with which the target's server signs in at the source: it may replicate, but read no table. */
const replicator = `replicator_${randomBytes(6).toString('hex')}`;
const replicatorUrl = (): string => {
  const url = new URL(databases[0].adminUrl);
  url.username = replicator;
  url.password = 'test';
  return url.href;
};
const addCounty = ({ ask }: Session, standing: string) =>
  ask(
    `INSERT INTO admin_config.county (id, name, hosts, origin, time_zone, state, updated_at, standing, moved_to)
     VALUES ($1, $1, '{}', 'http://x', 'America/Chicago', 'MN', now(), $2, CASE $2 WHEN 'MOVED' THEN 'http://y' END)
     ON CONFLICT (id) DO UPDATE SET standing = excluded.standing, moved_to = excluded.moved_to`,
    [county, standing],
  );

/** Drops the check constraints of the tables, because they would refuse the made-up values of the added rows. */
async function dropChecks({ ask }: Session): Promise<void> {
  const checks = await ask<{ name: string; of: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS of FROM pg_constraint
      WHERE contype = 'c' AND coninhcount = 0 AND connamespace::regnamespace::text = ANY ($1)`,
    [[...new Set(movedTables.map(({ schema }) => schema))]],
  );
  for (const { name, of } of checks) await ask(`ALTER TABLE ${of} DROP CONSTRAINT "${name}"`);
}

beforeAll(async () => {
  const services = await everyService();
  databases = [await freshDatabase(...services), await freshDatabase(...services)];
  source = await openSession(databases[0].adminUrl);
  target = await openSession(databases[1].adminUrl, { replica: true });
  await source.ask(`CREATE ROLE ${replicator} LOGIN REPLICATION PASSWORD 'test'`);
  for (const side of [source, target]) await dropChecks(side);
  for (const table of movedTables) {
    await addRow(askSource, table, county);
    // if the key lacks the county, the table refuses the second row, because both rows have the same made-up values
    await addRow(askSource, table, 'saipan').catch((error: unknown) => {
      if (!/duplicate key/.test(String(error))) throw error;
    });
  }
}, 120_000);
afterAll(async () => {
  await unsubscribe(target, county);
  await dropSlot(source, county);
  await source.ask(`DROP ROLE ${replicator}`);
  await Promise.all([source.close(), target.close()]);
  for (const database of databases) await database.drop();
});

test('through a role that may only replicate, the target gets rows of every table and later changes, but nothing of other counties', async () => {
  await publish(source, county);
  const [sourceUrl, targetUrl] = [databases[0].adminUrl, databases[1].adminUrl];
  const copied = await copyAndFollow({
    county,
    sourceUrl,
    targetUrl,
    sourceFromTarget: replicatorUrl(),
    target,
  });
  expect(copied.rows).toBe(movedTables.length);
  await source.ask('SET session_replication_role = replica');
  for (const id of [county, 'saipan']) {
    // the key of each of these tables lacks the county
    await source.ask(
      'UPDATE payments.account_balance SET posted_minor = 77, held_minor = 5 WHERE county_id = $1',
      [id],
    );
    await source.ask('DELETE FROM payments.hold WHERE county_id = $1', [id]);
    await source.ask('UPDATE payments.posting SET amount_minor = 1234 WHERE county_id = $1', [id]);
    await source.ask(`UPDATE identity.app_user SET username = 'renamed' WHERE county_id = $1`, [id]);
    await source.ask(`INSERT INTO search.removed_record (county_id, ordinal) VALUES ($1, 4711)`, [id]);
  }
  await catchUp({ ...sides(), until: Date.now() + 20_000 });
  expect(await compareRows(sides())).toEqual({
    ...{ tables: movedTables.length, rows: movedTables.length, differences: [] },
  });
  const { money, differences } = await compareMoney(sides());
  expect([money, differences]).toEqual([
    'balances 77 (1), held 5 (1), posted x 1234 (1), turned over x 1234 (1)',
    [],
  ]);
  const strangers = await Promise.all(
    movedTables.map(({ schema, name }) =>
      target.ask(`SELECT 1 FROM "${schema}"."${name}" WHERE county_id <> $1`, [county]),
    ),
  );
  expect(strangers.flat()).toEqual([]);
});

test('the comparison of source and target finds a changed value, a missing row and a changed amount in the ledger', async () => {
  await target.ask('UPDATE payments.posting SET amount_minor = 1235 WHERE county_id = $1', [county]);
  expect((await compareRows(sides())).differences).toEqual(['"payments"."posting" has other values there']);
  expect((await compareMoney(sides())).differences).toHaveLength(1);
  await target.ask('DELETE FROM reports.person WHERE county_id = $1', [county]);
  expect((await compareRows(sides())).differences).toEqual([
    '"payments"."posting" has other values there',
    '"reports"."person" has 1 rows here and 0 there',
  ]);
});

test('new rows of the target get higher numbers than the moved rows', async () => {
  const [{ id } = { id: 0 }] = await target.ask<{ id: number }>(
    `INSERT INTO search.import_run OVERRIDING SYSTEM VALUE
     SELECT (jsonb_populate_record(known, '{"id": 500}')).* FROM search.import_run known WHERE county_id = $1
     RETURNING id::int`,
    [county],
  );
  await advanceSequences(target);
  const [next] = await target.ask<{ next: number }>(
    `SELECT nextval(pg_get_serial_sequence('search.import_run', 'id'))::int AS next`,
  );
  expect(next?.next).toBeGreaterThan(id);
});

test('the source keeps the rows of a county while the target still replicates them, because the target would delete them too', async () => {
  await addCounty(source, 'MOVED');
  await expect(forgetCounty({ county, from: places().from, files: false })).rejects.toThrow(/has not ended/);
  expect((await compareRows({ source, target: source, county })).rows).toBe(movedTables.length);
});

test('after a move, its slots, publications and subscriptions are gone, and the rows of the county can be deleted', async () => {
  expect((await keysLogged(source))[0]?.full).toBeGreaterThan(5);
  await unsubscribe(target, county);
  await dropSlot(source, county);
  await unpublish(source, county);
  expect((await keysLogged(source))[0]?.full).toBe(0);
  for (const what of ['pg_replication_slots', 'pg_publication', 'pg_subscription'])
    expect(await source.ask(`SELECT 1 FROM ${what} WHERE ${columnOf[what]} LIKE 'county\\_move%'`)).toEqual(
      [],
    );
  await deleteRows(target, county);
  expect((await compareRows({ source: target, target, county })).rows).toBe(0);
});

test('undoing a move removes nothing if the target already serves the county, even if the county is still marked as arriving', async () => {
  await addCounty(source, 'OPEN');
  await addCounty(target, 'OPEN');
  await markArrival(target, county);
  await target.ask(`INSERT INTO search.removed_record (county_id, ordinal) VALUES ($1, 4712)`, [county]);
  await expect(undo({ county, ...places() })).rejects.toThrow(/serves lake already/);
  expect(
    await target.ask('SELECT ordinal::int FROM search.removed_record WHERE county_id = $1', [county]),
  ).toEqual([{ ordinal: 4712 }]);
});

const columnOf: Readonly<Record<string, string>> = {
  pg_replication_slots: 'slot_name',
  pg_publication: 'pubname',
  pg_subscription: 'subname',
};

test('a failed move removes nothing at the target while another command moves the county', async () => {
  await addCounty(source, 'OPEN');
  await target.ask(`UPDATE admin_config.county SET standing = 'ARRIVING' WHERE id = $1`, [county]);
  await source.ask(`SELECT pg_advisory_lock(hashtext('county move'), hashtext($1))`, [county]);
  await expect(undoAlone({ county, ...places() })).rejects.toThrow(/Another command/);
  expect(await target.ask('SELECT standing FROM admin_config.county WHERE id = $1', [county])).toEqual([
    { standing: 'ARRIVING' },
  ]);
  await source.ask(`SELECT pg_advisory_unlock(hashtext('county move'), hashtext($1))`, [county]);
});

test('the password of the source does not get into the log of the target', async () => {
  await keepOutOfLog(target);
  const shown = await target.ask(
    `SELECT current_setting('log_min_error_statement') AS failed, current_setting('log_statement') AS every,
            current_setting('log_min_duration_statement') AS slow`,
  );
  expect(shown).toEqual([{ failed: 'panic', every: 'none', slow: '-1' }]);
});

test('repeating a finished move changes nothing, because the county may since have moved to a third installation', async () => {
  await addCounty(source, 'MOVED');
  await addCounty(target, 'MOVED');
  await answerWorkers(target, county, 'false');
  const stop = { say: () => undefined, isStopping: () => false };
  const terms = { origin: 'http://y', sourceFromTarget: '', mostSeconds: 1, losesSecrets: false };
  const [line] = await moveCounty({ county, ...places(), ...terms, ...stop });
  expect(line).toMatch(/lake has moved to http:\/\/y/);
  expect(await target.ask('SELECT county_move.county_move_lake_here() AS seen')).toEqual([{ seen: false }]);
});

test('deleting a moved county with its files changes nothing if the source and the target use the same files', async () => {
  await addCounty(source, 'MOVED');
  await source.ask('INSERT INTO search.removed_record (county_id, ordinal) VALUES ($1, 4713)', [county]);
  await expect(forgetCounty({ county, from: places().from, files: true })).rejects.toThrow(
    /use the same files.*Nothing was changed/,
  );
  expect(
    await source.ask('SELECT ordinal::int FROM search.removed_record WHERE county_id = $1', [county]),
  ).toContainEqual({ ordinal: 4713 });
});

test('undoing a move returns false if the target has received nothing of the county', async () => {
  await addCounty(source, 'OPEN');
  await target.ask('DELETE FROM county_move.arrival');
  expect(await undo({ county, ...places() })).toBe(false);
});
