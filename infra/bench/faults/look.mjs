// `npm run faults -- --look FOLDER`: opens the database of a run with violations and checks its invariants again.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { brokenInvariants, quietInvariants } from '../../../services/payments/src/verification/invariants.ts';
import { buildServer } from '../../local/build-server.mjs';
import { startPostgres } from '../../local/embedded-pg.mjs';
import { migrateAll } from '../../local/migrations.mjs';
import { always } from './checks.mjs';
import { loadDatabase } from './traces.mjs';

/**
 * Loads the dumped database into its own PostgreSQL, reports the broken invariants of the ledger, and keeps the
 * database open until Ctrl+C.
 * @param {string} folder with `database.sql`, or the file itself
 * @param {boolean} stays if false, the database closes after the check
 * @returns {Promise<number>} the exit code: 1 when an invariant is broken
 */
export async function lookAgain(folder, say, stays = true) {
  const file = folder.endsWith('.sql') ? folder : path.join(folder, 'database.sql');
  if (!existsSync(file)) throw new Error(`${file} is not there`);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-faults-look-'));
  chmodSync(dataDir, 0o755);
  const password = randomBytes(16).toString('hex');
  const server = await startPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    password,
    database: 'portal',
  });
  try {
    await buildServer();
    const secret = randomBytes(16).toString('hex');
    await migrateAll({
      DATABASE_ADMIN_URL: server.url,
      PROCESS_SECRET: secret,
      SECOND_FACTOR_SECRET: secret,
    });
    await loadDatabase(server.url, file);
    const broken = await askInvariants(server.url);
    for (const text of broken) say(`BROKEN ${text}`);
    say(`${broken.length} invariants of the ledger are broken in ${file}`);
    if (stays) {
      say(`The database is at ${server.url} until Ctrl+C`);
      // a signal handler alone does not keep a process alive
      const alive = setInterval(() => undefined, 60_000);
      await once(process, 'SIGINT');
      clearInterval(alive);
    }
    return Number(broken.length > 0);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function askInvariants(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ask = async (statement, params = []) => (await client.query(statement, [...params])).rows;
  try {
    return await brokenInvariants(ask, [...always, ...quietInvariants]);
  } finally {
    await client.end();
  }
}
