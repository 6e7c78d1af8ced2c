// Pauses replay on the streaming standby that serves searches, resumes it, keeps the standby ten minutes behind, then
// kills the standby.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopProcess } from '../../local/processes.mjs';
import { drill } from '../drill.mjs';
import { startStandby } from '../standby.mjs';
import { recordSteps, stepColumns, totals } from '../steps.mjs';

const LATE_MS = 12_000;
/**
 * How long the drill waits for PostgreSQL's statistics: a session reports its counts at most ten seconds after its last
 * statement.
 */
const TOLD_MS = 11_000;

export const { about, run } = drill({
  about: 'searches read from a standby; it falls behind, catches up, stays ten minutes behind, and is killed',
  play: async (stage) => {
    const standby = await startStandby({ ...stage.servers, dataDir: path.join(stage.folder, 'standby') });
    stage.atEnd(() => standby.stop());
    stage.fleet.environment = { ...stage.environment, SEARCH_DATABASES: withoutUser(standby.url) };
    await stage.fleet.replace('search', stage.version);
    const answers = stage.work();
    const { rows, step } = recordSteps(stage, answers);
    /** @returns the number of scans on the standby while 150 requests are answered; 0 if the standby is gone */
    const look = async (what, beforeMs = 0) => {
      await sleep(beforeMs);
      let there;
      await step(what, async () => {
        const reads = await readsAt(standby);
        await stage.answered(150);
        there = reads === undefined ? 0 : (await readsAt(standby)) - reads;
        return [reads === undefined ? 'killed' : there];
      });
      return there;
    };
    const follows = await look('the standby follows', 4_000);
    await standby.ask('SELECT pg_wal_replay_pause()');
    const late = await look(`its replay is paused for ${LATE_MS / 1000} s`, LATE_MS + TOLD_MS);
    await standby.ask('SELECT pg_wal_replay_resume()');
    const again = await look('it has caught up', 4_000);
    await keepBehind(standby, '10min');
    const behind = await look('it stays ten minutes behind', LATE_MS + TOLD_MS);
    await stopProcess(standby.pid, ['SIGKILL']);
    await look('it is killed');
    await stage.day.end();
    return {
      head: [...stepColumns, 'searches at the standby'],
      rows: [...rows, ...totals(answers)],
      broken: [
        ...answers.failed.map(({ path: asked, status }) => `${asked} got ${status}`),
        ...(follows > 0 && again > 0 ? [] : ['a standby that follows got no searches']),
        ...(late + behind > 0 ? [`a standby that is late got ${late + behind} searches`] : []),
        ...(await stage.violations()),
      ],
    };
  },
});

/** Makes the standby wait this long before it replays a commit. */
async function keepBehind(standby, delay) {
  await standby.ask(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`);
  await standby.ask('SELECT pg_reload_conf()');
}

const withoutUser = (address) => Object.assign(new URL(address), { username: '', password: '' }).href;

/** The number of scans of the tables for searches since the standby started; undefined if the standby is gone. */
async function readsAt(standby) {
  const sql = `SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int AS reads FROM pg_stat_user_tables
                WHERE schemaname = 'search' AND relname ~ '^(party|document|name)'`;
  const [row] = await standby.ask(sql).catch(() => []);
  return row?.reads;
}
