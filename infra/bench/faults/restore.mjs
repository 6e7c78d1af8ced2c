// F17: restores the database, as after a disaster, to a point in time at which the other faults struck, and lets the
// product continue. Checks that the ledger's invariants held at that time, and that reconciliation finds the payments
// that only the provider still knows.
import { appendFileSync, chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { keptPurchasesSql } from '../../../services/payments/test/history-checks.ts';
import { brokenInvariants } from '../../../services/payments/src/verification/invariants.ts';
import { providerMoneySql } from '../../../services/payments/test/provider-truth.ts';
import { always } from './checks.mjs';

/** Reconciliation, which starts once a minute, must account for all money within this time. */
const EXPLAINED_WITHIN_MS = 180_000;

/**
 * Copies the database like a backup, and archives all later changes.
 * @returns {Promise<{ base: string, log: string }>} the copy, and the folder of the write-ahead log
 */
export async function takeBackup({ postgres, dataDir }) {
  const client = new pg.Client({ connectionString: postgres.server.url });
  await client.connect();
  try {
    await client.query(`ALTER SYSTEM SET wal_keep_size = '16GB'`);
    await client.query('SELECT pg_reload_conf()');
    const { rows } = await client.query('SHOW data_directory');
    const live = rows[0].data_directory;
    const base = path.join(dataDir, 'restored');
    await client.query(`SELECT pg_backup_start('faults', true)`);
    // files that disappear during the copy are restored from the write-ahead log
    spawnSync('cp', ['-a', live, base], { stdio: 'ignore' });
    const stopped = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    const log = path.join(base, 'pg_wal');
    for (const name of readdirSync(log)) rmSync(path.join(log, name), { recursive: true });
    for (const own of ['archive_status', 'summaries']) mkdirOf(base, path.join('pg_wal', own));
    rmSync(path.join(base, 'postmaster.pid'), { force: true });
    writeOf(base, 'backup_label', stopped.rows[0].labelfile);
    return { base, log: path.join(live, 'pg_wal') };
  } finally {
    await client.end();
  }
}

/** Gives a file to the owner of the folder, the Unix user who runs the server. */
function own(base, file) {
  const { uid, gid } = statSync(base);
  chownSync(file, uid, gid);
}

function writeOf(base, name, text) {
  const file = path.join(base, name);
  writeFileSync(file, text, { mode: 0o600 });
  own(base, file);
}

function mkdirOf(base, name) {
  mkdirSync(path.join(base, name), { mode: 0o700 });
  own(base, path.join(base, name));
}

/**
 * Restores the database to a point in time, empties Redis, and starts the product again.
 * @param {{ backup: { base: string, log: string }, moment: Date, book: object, history: object }} o
 * @returns {Promise<string[]>} violations
 */
export async function restoreTo(stack, { backup, moment, book, history }) {
  const broken = [];
  await stack.restartProduct(async () => {
    await recoverAt(stack.postgres, backup, moment);
    await stack.flushRedis();
    broken.push(...(await brokenThen(stack.ask, history, moment)));
    // lets reconciliation check the hours and days since the backup again
    await stack.ask('DELETE FROM payments.reconciliation_run');
  });
  broken.push(...(await unexplained(stack.ask, book)));
  broken.push(...(await brokenInvariants(stack.ask, always)).map((text) => `F17 reconciled: ${text}`));
  return broken;
}

/** Replaces the database with the copy and replays the later changes up to the point in time. */
export async function recoverAt(postgres, backup, moment) {
  aim(backup, moment);
  await postgres.replaceBy(backup.base);
  for (;;) {
    const [{ recovering }] = await postgres.ask('SELECT pg_is_in_recovery() AS recovering');
    if (!recovering) return;
    await sleep(100);
  }
}

function aim({ base, log }, moment) {
  const settings = {
    restore_command: `cp "${log}/%f" "%p"`,
    recovery_target_time: moment.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  appendFileSync(path.join(base, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  writeOf(base, 'recovery.signal', '');
}

/**
 * Checks that the ledger's invariants held at the restored point in time, and that the database has every purchase that
 * was confirmed before that time.
 */
async function brokenThen(ask, history, moment) {
  const answered = history.purchases.filter(
    ({ outcome, answered: at }) => outcome === 'PAID' && at < moment.getTime(),
  );
  const kept = await ask(keptPurchasesSql, [answered.map(({ guid }) => guid)]);
  const paid = new Set(
    kept.filter(({ state }) => state === 'PAID' || state === 'DELIVERED').map(({ guid }) => guid),
  );
  const lost = answered.filter(({ guid }) => !paid.has(guid));
  return [
    ...(await brokenInvariants(ask, always)).map((text) => `F17 restored: ${text}`),
    ...(answered.length === 0 ? ['F17 no purchase was answered before the moment of the restore'] : []),
    ...lost.map(({ guid }) => `F17 ${guid} was PAID before ${moment.toISOString()} and is lost`),
  ];
}

const suspended = `SELECT transaction_id AS id, suspense_minor::text AS suspense FROM payments.reconciled_transaction`;

/**
 * Waits until every payment that the provider took is posted or in suspense, to the cent.
 * @returns a violation if some are not
 */
async function unexplained(ask, book) {
  for (const until = Date.now() + EXPLAINED_WITHIN_MS; ; await sleep(1_000)) {
    const [posted, suspense] = [await ask(providerMoneySql.posted), await ask(suspended)];
    const known = new Map();
    const add = (id, minor) => known.set(id, (known.get(id) ?? 0) + Number(minor));
    for (const { id, taken } of posted) add(id, taken);
    for (const { id, suspense: minor } of suspense) add(id, minor);
    const taken = (await book.transactions()).filter(
      ({ status, login }) =>
        ['capturedPendingSettlement', 'settledSuccessfully'].includes(status) && login !== 'another-merchant',
    );
    const open = taken.filter(({ transId, settleAmount }) => known.get(transId) !== Number(settleAmount));
    if (open.length === 0) return [];
    if (Date.now() > until)
      return [
        `F17 ${open.length} of ${taken.length} payments at the provider are not explained, first ${JSON.stringify(open[0])}`,
      ];
  }
}
