// Runs a streaming standby of a drill's database server: a second server that starts with a copy of the first server's
// files and replays its log.
import { randomUUID } from 'node:crypto';
import { chownSync, cpSync, existsSync, readdirSync, statSync, writeFileSync, appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../local/embedded-pg.mjs';

/** Makes a base backup of a running server; the caller then writes `standby.signal` or `recovery.signal`. */
export async function copyServer(client, base) {
  const ask = async (sql) => (await client.query(sql)).rows;
  const [{ data_directory: live }] = await ask('SHOW data_directory');
  const { uid, gid } = statSync(live);
  await ask(`SELECT pg_backup_start('drill', true)`);
  // the server may remove a file during the copy; replaying the write-ahead log makes up for it
  const filter = (from) => !from.endsWith('postmaster.pid') && existsSync(from);
  cpSync(live, base, { recursive: true, filter });
  const [{ labelfile }] = await ask('SELECT labelfile FROM pg_backup_stop(true)');
  const giveTo = (file) => chownSync(file, uid, gid);
  for (const name of readdirSync(base, { recursive: true })) giveTo(path.join(base, name));
  giveTo(base);
  const write = (name, text) => {
    writeFileSync(path.join(base, name), text, { mode: 0o600 });
    giveTo(path.join(base, name));
  };
  write('backup_label', labelfile);
  const set = (settings) =>
    appendFileSync(
      path.join(base, 'postgresql.auto.conf'),
      Object.entries(settings)
        .map(([name, value]) => `${name} = '${value.replace(/['\\]/g, '$&$&')}'\n`)
        .join(''),
    );
  return { write, set };
}

/**
 * Starts a standby that follows the server at `databaseUrl`.
 * @param {{ databaseUrl: string, options: object, dataDir: string, synchronous?: boolean }} o `synchronous`: commits of
 * the primary wait until the standby has them on disk
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, ask: (sql: string) => Promise<object[]> }>}
 */
export async function startStandby({ databaseUrl, options, dataDir, synchronous = false }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { write, set } = await copyServer(client, dataDir);
    const { hostname, port, username, password } = new URL(databaseUrl);
    const secret = decodeURIComponent(password).replace(/['\\]/g, '\\$&');
    const how = `host=${hostname} port=${port} user=${username} password='${secret}'`;
    const name = `standby_${randomUUID()}`;
    set({ primary_conninfo: `${how} application_name=${name}` });
    write('standby.signal', '');
    const server = await startPostgres({ ...options, dataDir, settings: [] });
    if (synchronous) {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
      await client.query('SELECT pg_reload_conf()');
    }
    await follows(client, name);
    return { ...server, ask: (sql) => askOnce(server.url, sql) };
  } finally {
    await client.end();
  }
}

/**
 * Waits until a standby streams the log of the primary.
 * @param {import('pg').Client} client connected to the primary
 * @param {string} name the standby's application_name, because the primary may have other standbys
 */
export async function follows(client, name, withinMs = 60_000) {
  for (const until = Date.now() + withinMs; ; await sleep(100)) {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND application_name = $1`,
      [name],
    );
    if (rows.length > 0) return;
    if (Date.now() > until) throw new Error(`the standby ${name} does not follow`);
  }
}

/** The error code with which a standby cancels a statement that conflicts with the log that it replays. */
const CONFLICT = '40001';

async function askOnce(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (;;)
      try {
        return (await client.query(sql)).rows;
      } catch (error) {
        if (error.code !== CONFLICT) throw error;
      }
  } finally {
    await client.end();
  }
}
