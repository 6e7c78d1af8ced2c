// Searches read from a streaming standby; its replay is paused until it is late, it goes on, and it is killed.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { stopProcess } from '../../local/processes.mjs';
import { beginDay, untilAnswered } from '../day.mjs';
import {
  drillFolder,
  environmentFor,
  furnish,
  migrateTo,
  openServers,
  startFleet,
  violations,
} from '../product.mjs';
import { startStandby } from '../standby.mjs';
import { thisVersion } from '../version.mjs';

export const about = 'searches read from a standby; it falls behind, catches up, and is killed';

const LATE_MS = 12_000;

/** @returns {Promise<{ head: string[], rows: string[][], broken: string[] }>} */
export async function run({ say }) {
  const { folder, remove } = drillFolder();
  const today = await thisVersion();
  const servers = await openServers(folder);
  const environment = environmentFor({ folder, ...servers });
  const admin = new pg.Pool({ connectionString: servers.databaseUrl, max: 2 });
  const ask = async (sql, params) => (await admin.query(sql, params)).rows;
  let standby;
  let fleet;
  try {
    await migrateTo(today, environment);
    fleet = await startFleet(today, { environment, folder });
    const office = await furnish(today, { environment, folder, ask });
    standby = await startStandby({ ...servers, dataDir: path.join(folder, 'standby') });
    fleet.environment = { ...environment, SEARCH_DATABASES: withoutUser(standby.url) };
    await fleet.replace('search', today);
    const day = beginDay({ ...office, origin: (nth) => fleet.origin(nth) });
    const rows = [];
    const look = async (what, beforeMs = 0) => {
      await sleep(beforeMs);
      const [reads, failed] = [await readsAt(standby), day.answers.failed.length];
      const began = day.answers.requests;
      await untilAnswered(day.answers, 150);
      const there = reads === undefined ? 'killed' : String((await readsAt(standby)) - reads);
      const row = [what, day.answers.requests - began, day.answers.failed.length - failed, there].map(String);
      say(row.join('  '));
      rows.push(row);
      return Number(there) || 0;
    };
    const follows = await look('the standby follows', 4_000);
    await standby.ask('SELECT pg_wal_replay_pause()');
    const late = await look(`its replay is paused for ${LATE_MS / 1000} s`, LATE_MS);
    await standby.ask('SELECT pg_wal_replay_resume()');
    const again = await look('it has caught up', 4_000);
    await stopProcess(standby.pid, ['SIGKILL']);
    await look('it is killed');
    const answers = await day.end();
    return {
      head: ['step', 'requests', 'failed', 'searches at the standby'],
      rows,
      broken: [
        ...answers.failed.map(({ path: asked, status }) => `${asked} got ${status}`),
        ...(follows > 0 && again > 0 ? [] : ['a standby that follows got no searches']),
        ...(late > 0 ? [`a standby that is late got ${late} searches`] : []),
        ...(await violations(environment)),
      ],
    };
  } finally {
    await fleet?.stop();
    await standby?.stop();
    await admin.end();
    await servers.stop();
    if (!process.env.KEEP_DRILL) remove();
  }
}

const withoutUser = (address) => Object.assign(new URL(address), { username: '', password: '' }).href;

/** Scans of the tables that searches read, since the standby started; undefined when it is gone. */
async function readsAt(standby) {
  const sql = `SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int AS reads FROM pg_stat_user_tables
                WHERE schemaname = 'search' AND relname ~ '^(party|document|name)'`;
  const [row] = await standby.ask(sql).catch(() => []);
  return row?.reads;
}
