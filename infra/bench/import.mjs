// Imports the index of a whole county with the search service's importer, and compares it with a bare COPY of the same
// rows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../local/embedded-pg.mjs';
import { projectRoot } from '../local/node-version.mjs';
import { Problem } from '../local/problem.mjs';
import { cacheFolder } from './cache.mjs';
import { round } from './figures.mjs';
import { loadBare } from './import-floor.mjs';
import { largeCounty } from './large-county.mjs';

export const title = 'Import (import)';
export const about = `A full bundle of generated documents becomes live: CSV files are read and checked, names folded, ready texts made,
tables indexed and analyzed, and the pointer is swapped. The floor is what psql needs for the finished rows: COPY ...
FREEZE of each table of the generation from a file, then the same indexes and VACUUM ANALYZE, one after another on one
connection with the same settings. Both run on the same PostgreSQL (the one of npm start, durable). Memory is the
importer's process at its peak.`;

const SECRET = 'a secret that only the bench uses';
const COUNTY = 'lake';
const importer = path.join(projectRoot, 'services/search/dist/import/import.main.js');

export async function measurePart({ quick, say }) {
  const documents = Number(process.env.BENCH_DOCUMENTS || (quick ? 20_000 : 1_000_000));
  const bundle = await largeCounty({ documents, county: COUNTY, say });
  const folder = cacheFolder('import');
  rmSync(folder, { recursive: true, force: true });
  const dataDir = path.join(cacheFolder('import'), 'postgres');
  const postgres = await startPostgres({ dataDir, password: SECRET, database: 'bench' });
  try {
    const ours = await runImport({ bundle, databaseUrl: postgres.url, folder, say });
    say(`import ${round(ours.seconds)} s, ${round(ours.peakMb)} MB`);
    const floor = await loadBare({ databaseUrl: postgres.url, folder: cacheFolder('import', 'rows') });
    say(`bare COPY ${round(floor.copySeconds)} s, indexes ${round(floor.indexSeconds)} s`);
    const rows = await liveRows(postgres.url);
    return {
      figures: figuresOf({ documents, ours, floor }),
      notes: [`${documents} documents, ${rows} parties.`],
    };
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function figuresOf({ documents, ours, floor }) {
  const bare = floor.copySeconds + floor.indexSeconds;
  const split = `COPY ${round(floor.copySeconds)} s + indexes ${round(floor.indexSeconds)} s`;
  return [
    {
      what: `${documents} documents, from the first byte read until live`,
      measured: `${round(ours.seconds)} s; ${Math.round(documents / ours.seconds)} documents/s`,
      value: ours.seconds / 60,
      unit: 'min',
      goal: { atMost: 10 },
    },
    {
      what: 'the same, against bare COPY and the same indexes',
      measured: `${round(ours.seconds)} s against ${round(bare)} s (${split})`,
      value: ours.seconds / bare,
      goal: { atMost: 2 },
    },
    {
      what: 'memory of the importer at its peak',
      measured: `${round(ours.peakMb)} MB`,
      value: ours.peakMb,
      unit: 'MB',
      goal: { atMost: 512 },
    },
  ];
}

/** Runs the importer as a separate process. With a new database, it also creates the tables. */
async function runImport({ bundle, databaseUrl, folder, say }) {
  const options = [importer, bundle, '--county', COUNTY, '--rejects', path.join(folder, 'rejects.csv')];
  const env = { ...process.env, DATABASE_ADMIN_URL: databaseUrl };
  const child = spawn(process.execPath, options, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const started = performance.now();
  let live;
  let said = '';
  child.stderr.on('data', (text) => {
    said = (said + text).slice(-4_000);
    if (live === undefined && said.includes('it is live')) live = performance.now();
  });
  let peakMb = 0;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, peakMbOf(child.pid))), 100);
  const telling = setInterval(() => say(said.trim().split('\n').at(-1) ?? ''), 30_000);
  const [code] = await once(child, 'exit');
  for (const timer of [watch, telling]) clearInterval(timer);
  if (code !== 0) throw new Problem(`The import ended with ${code}:\n${said}`);
  return { seconds: ((live ?? performance.now()) - started) / 1_000, peakMb };
}

/** The peak memory of a process in megabytes; 0 if the process has just ended. */
function peakMbOf(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

async function liveRows(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    'SELECT count(*)::int AS parties FROM search.party p JOIN search.live_index l USING (generation) WHERE NOT p.part',
  );
  await client.end();
  return rows[0].parties;
}
