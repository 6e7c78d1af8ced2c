// The reports of a county with a year of entries: on screen, as PDF and as Excel.
import pg from 'pg';
import { round } from './figures.mjs';
import { watchPeakMemory } from './machine.mjs';
import { startProduct } from './product.mjs';
import { ask, signIn } from './visitors.mjs';

export const title = 'Reports (reports)';
export const about = `The tables of the reports hold a million entries of the last year, of 2,000 users and 400 accounts. Each report is
asked for on screen over the whole year, which answers a page and the sums of all of it; the statement of ten accounts'
worth of lines is written as PDF; the entries of some weeks are exported as Excel. The product is one process with the
gateway and all services; memory is what it holds at its peak on top of what it held. The same lines by a plain SELECT
are fetched by a client of the database.`;

const USERS = 2_000;
const ACCOUNTS = 400;
const SCREEN = ['STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE'];

export async function measurePart({ quick, say }) {
  const entries = Number(process.env.BENCH_ENTRIES || (quick ? 20_000 : 1_000_000));
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

/** Days back from today that hold so many of the entries. */
const daysOf = (lines, entries) => Math.min(360, Math.ceil((lines / entries) * 360));

async function asFiles(product, database, entries) {
  const lines = 100_000;
  const days = daysOf(lines, entries);
  const peak = watchPeakMemory(product.pid);
  const excel = await timed(product, 'report/userExport', { fromDate: usDay(days), orderBy: 'timestamp' });
  const addedMb = peak.addedMb();
  const began = performance.now();
  const { rows } = await database.query(
    `SELECT * FROM reports.activity WHERE at >= now() - $1::interval ORDER BY at`,
    [`${days} days`],
  );
  const plainMs = performance.now() - began;
  const perSecond = rows.length / (excel.ms / 1_000);
  const pdf = await timed(product, 'report/userReport', { fromDate: usDay(360), username: 'bench.7' });
  return [
    {
      what: `Excel of ${rows.length} lines`,
      measured: `${round(perSecond)} lines/s; a plain SELECT of them takes ${round(plainMs)} ms, the file ${round(excel.ms)} ms`,
      ...{ value: perSecond, unit: 'lines/s', goal: { atLeast: 5_000 } },
    },
    {
      what: 'memory at the peak of that export',
      ...{ measured: `${round(addedMb)} MB more`, value: addedMb, unit: 'MB', goal: { atMost: 150 } },
    },
    {
      what: `PDF of the ${Math.round(entries / USERS)} lines of a user`,
      ...{ measured: `${round(pdf.ms)} ms`, value: pdf.ms, unit: 'ms', goal: { atMost: 5_000 } },
    },
  ];
}
