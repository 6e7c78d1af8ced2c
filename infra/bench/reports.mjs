// The reports of a county with a year of entries: on screen, as PDF and as Excel.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { round } from './figures.mjs';
import { cpuSeconds, watchPeakMemory } from './machine.mjs';
import { startProduct } from './product.mjs';
import { ask, askWell, signIn } from './visitors.mjs';

export const title = 'Reports (reports)';
export const about = `The tables of the reports hold a million entries of the last year, of 2,000 users and 400 accounts. Each report is asked
for on screen over the whole year; the answer has one page and the sums of the whole report. Jobs write the entries of
some weeks as Excel and as PDF; their time ends when the file can be fetched. The product is one process with the
gateway and all services; memory is its peak less its memory before. For comparison, a client of the database fetches
the same lines with their names by a plain SELECT and writes them as CSV.`;

const USERS = 2_000;
const ACCOUNTS = 400;
const SCREEN = ['STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE'];

export async function measurePart({ quick, say }) {
  const entries = Number(process.env.BENCH_ENTRIES || (quick ? 30_000 : 1_000_000));
  const product = await startProduct({ documents: quick ? 2_000 : 20_000, say });
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    say(`writing ${entries} entries`);
    await writeEntries(database, entries);
    const cookie = await signIn(product.port, 'demo.county');
    const asked = { ...product, cookie };
    return { figures: [...(await onScreen(asked)), ...(await asFiles(asked, database, entries))], notes: [] };
  } finally {
    await database.query(`DELETE FROM reports.activity WHERE subject = 'BENCH'`);
    await database.end();
    await product.stop();
  }
}

const id = (prefix, number) => `'${prefix}' || lpad((${number})::text, 12, '0')`;
const USER = '00000000-0000-4000-8001-';
const ACCOUNT = '00000000-0000-4000-8002-';

async function writeEntries(database, entries) {
  await database.query(`DELETE FROM reports.activity WHERE subject = 'BENCH'`);
  await database.query(
    `INSERT INTO reports.activity (county_id, fact, part, at, log, kind, source, user_id, account_id, subject, pages,
                                   charged, credited, images, escrow)
     SELECT 'lake', gen_random_uuid(), 0, now() - interval '1 minute' - random() * interval '360 days',
            (ARRAY['PURCHASES', 'SEARCHES', 'SIGN_IN', 'PURCHASES'])[1 + n % 4],
            (ARRAY['IMAGES', 'searchByName', 'SIGNED_IN', 'SEARCH'])[1 + n % 4], 'FIVE',
            ${id(USER, `n % ${USERS}`)}, ${id(ACCOUNT, `n % ${ACCOUNTS}`)}, 'BENCH', 1, 100, 0, 0, -100
       FROM generate_series(1, $1::int) AS n`,
    [entries],
  );
  await database.query(
    `INSERT INTO reports.person (county_id, user_id, username, account_id, at, fact)
     SELECT 'lake', ${id(USER, 'n')}, 'bench.' || n, ${id(ACCOUNT, `n % ${ACCOUNTS}`)}, now(), gen_random_uuid()
       FROM generate_series(0, ${USERS - 1}) AS n ON CONFLICT DO NOTHING`,
  );
  await database.query(
    `INSERT INTO reports.customer (county_id, account_id, name, account_type, payment_method, at, fact)
     SELECT 'lake', ${id(ACCOUNT, 'n')}, 'Bench ' || n, 'A_LA_CARTE', 'ESCROW', now(), gen_random_uuid()
       FROM generate_series(0, ${ACCOUNTS - 1}) AS n ON CONFLICT DO NOTHING`,
  );
  await database.query('VACUUM ANALYZE reports.activity, reports.person, reports.customer');
}

const usDay = (daysAgo) => {
  const [year, month, day] = new Date(Date.now() - daysAgo * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${month}/${day}/${year}`;
};

async function timed({ port, cookie }, path, body) {
  const began = performance.now();
  const answer = await ask(port, { path, body, cookie });
  const ms = performance.now() - began;
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  return { ms, body: answer.body };
}

async function onScreen(product) {
  const figures = [];
  for (const report of SCREEN)
    for (const orderBy of report === 'ACCOUNT_TYPE' ? ['timestamp'] : ['timestamp', 'username']) {
      const { ms } = await timed(product, 'report/page', { report, orderBy, fromDate: usDay(360) });
      figures.push({
        what: `first page of ${report} by ${orderBy}, over a year`,
        ...{ measured: `${round(ms)} ms`, value: ms, unit: 'ms', goal: { atMost: 2_000 } },
      });
    }
  return figures;
}

/**
 * Returns the number of days that a report must cover so that it has `lines` lines. The year has `entries` lines,
 * spread evenly.
 */
const daysOf = (lines, entries) => Math.min(360, Math.ceil((lines / entries) * 360));

/**
 * Requests a file that a background job writes. Returns the milliseconds until the file can be fetched, the number of
 * its lines, and the memory (MB) and CPU time (s) that the product needed.
 */
async function byJob(product, path, criteria) {
  const { port, cookie, pid } = product;
  const peak = watchPeakMemory(pid);
  const cpuBefore = cpuSeconds(pid);
  const began = performance.now();
  const answer = await ask(port, { path, body: criteria, cookie });
  if (answer.status !== 202) throw new Error(`${path}: ${answer.status} ${answer.body.subarray(0, 200)}`);
  const { job } = JSON.parse(answer.body).content;
  for (;;) {
    const { jobs } = await askWell(port, { path: 'report/jobs', cookie });
    const found = jobs.find(({ id }) => id === job);
    if (found?.state === 'FAILED') throw new Error(`${path}: the job has failed`);
    if (found?.state === 'READY') {
      const ms = performance.now() - began;
      await askWell(port, { path: 'report/jobs/remove', body: { job }, cookie });
      return { ms, lines: found.lines, addedMb: peak.addedMb(), cpu: cpuSeconds(pid) - cpuBefore };
    }
    await sleep(50);
  }
}

/**
 * Writes the lines of the last `days` days as CSV, for comparison with the product's files. One plain SELECT joins the
 * lines with the names. The returned `cpu` is the processor time that this process needed, in seconds.
 */
async function plainCsv(database, days) {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const { rows } = await database.query(
    `SELECT a.at, p.username, c.name, a.log, a.kind, a.subject, a.pages, a.charged, a.credited, a.images
       FROM reports.activity a
       LEFT JOIN reports.person p ON p.county_id = a.county_id AND p.user_id = a.user_id
       LEFT JOIN reports.customer c ON c.county_id = a.county_id AND c.account_id = a.account_id
      WHERE a.county_id = 'lake' AND a.at >= now() - $1::interval ORDER BY a.at`,
    [`${days} days`],
  );
  const csv = rows.map((row) => Object.values(row).map(String).join(',')).join('\n');
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms: performance.now() - began, cpu: (user + system) / 1e6, bytes: csv.length };
}

async function asFiles(product, database, entries) {
  const days = daysOf(100_000, entries);
  const criteria = { fromDate: usDay(days), orderBy: 'timestamp' };
  const plain = await plainCsv(database, days);
  const files = [
    ['Excel', await byJob(product, 'report/userExport', criteria)],
    ['PDF', await byJob(product, 'report/userReport', criteria)],
  ];
  return files.flatMap(([kind, { ms, lines, addedMb, cpu }]) => {
    const perSecond = lines / (ms / 1_000);
    return [
      {
        what: `${kind} of ${lines} lines`,
        measured: `${round(perSecond)} lines/s; ${round(ms)} ms, a plain SELECT to CSV ${round(plain.ms)} ms`,
        ...{ value: perSecond, unit: 'lines/s', goal: { atLeast: 5_000 } },
      },
      {
        what: `memory at the peak of that ${kind}`,
        ...{ measured: `${round(addedMb)} MB more`, value: addedMb, unit: 'MB', goal: { atMost: 150 } },
      },
      {
        what: `CPU of that ${kind} against a plain SELECT to CSV`,
        measured: `${round(cpu / plain.cpu)} times; ${round(cpu)} s against ${round(plain.cpu)} s of the client`,
        ...{ value: cpu / plain.cpu, unit: 'times', goal: { atMost: 4 } },
      },
    ];
  });
}
