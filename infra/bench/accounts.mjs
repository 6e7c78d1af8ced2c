// Measures lists and exports of users and accounts. Compares a large county with a small one in the same product.
import pg from 'pg';
import { percentile, round } from './figures.mjs';
import { watchPeakMemory } from './machine.mjs';
import { startProduct } from './product.mjs';
import { ask, askWell, signIn } from './visitors.mjs';

export const title = 'Users and accounts (accounts)';
export const about = `A clerk of a county with 50,000 users and 5,000 accounts reads the same lists as a clerk of a county with 500 and 50:
pages, filters and orders, in turn, so that other load slows both alike. Then the large county exports all users and
accounts. The product is one process with the gateway and all services; memory is its peak less its memory before.`;

const HOSTS = { lake: 'localhost', saipan: 'saipan.localhost' };
const SMALL = { users: 500, accounts: 50 };
const LARGE = { users: 50_000, accounts: 5_000 };

const lists = {
  users: [
    ['userManager/users', { page: 1 }],
    ['userManager/users', { page: 20 }],
    ['userManager/users', { filterText: 'bench.7' }],
    ['userManager/users', { statusType: 'I' }],
  ],
  accounts: [
    ['controlPanel/accounts', { page: 1 }],
    ['controlPanel/accounts', { page: 3, sortKey: 'monthlyFee', sortDirection: 'DESC' }],
    ['controlPanel/accounts', { filterText: 'Bench 7' }],
    ['controlPanel/accounts', { statusType: 'NB' }],
  ],
};

export async function measurePart({ quick, say }) {
  const large = quick ? { users: 5_000, accounts: 500 } : LARGE;
  const product = await startProduct({ documents: quick ? 2_000 : 20_000, say });
  try {
    await fill(product.databaseUrl, { lake: large, saipan: SMALL });
    const cookies = {
      lake: await signIn(product.port, 'demo.county', HOSTS.lake),
      saipan: await signIn(product.port, 'demo.county', HOSTS.saipan),
    };
    const figures = [];
    for (const [what, questions] of Object.entries(lists))
      figures.push(await compareLists(product, { what, questions, cookies, times: quick ? 15 : 100 }));
    for (const [file, path] of [
      ['users.xlsx', 'userManager/userExport'],
      ['accounts.xlsx', 'controlPanel/accountExport'],
    ])
      figures.push(await exportFile(product, { file, path, cookie: cookies.lake }));
    const sizes = `${large.users} users and ${large.accounts} accounts, compared with ${SMALL.users} and ${SMALL.accounts}`;
    return { figures, notes: [sizes] };
  } finally {
    await product.stop();
  }
}

/** SQL for a UUID, in the form of version 4, that is derived from the county in $1 and from a text. */
const idOf = (text) => `overlay(overlay(md5($1 || ${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Adds only missing rows, because the data folder is kept between runs. */
async function fill(connectionString, counties) {
  const database = new pg.Client({ connectionString });
  await database.connect();
  for (const [county, { users, accounts }] of Object.entries(counties)) {
    await database.query(
      `INSERT INTO identity.account (county_id, id, name, status, account_type, payment_method, image_charge_method,
         certificate_charge_method, image_retrieval, preview_retrieval, certificate_retrieval,
         certificate_preview_retrieval, monthly_fee, updated_at)
       SELECT $1, ${idOf(`'account' || n`)}, 'Bench ' || n, CASE WHEN n % 10 = 0 THEN 'I' ELSE 'A' END,
              'A_LA_CARTE', 'ESCROW', 'PAGE', 'PAGE', true, true, true, true, n % 7 * 100, now()
         FROM generate_series(1, $2::int) n ON CONFLICT DO NOTHING`,
      [county, accounts],
    );
    await database.query(
      `INSERT INTO identity.app_user (county_id, id, username, first_name, last_name, email, role, status, language,
         account_id, created_at, updated_at)
       SELECT $1, ${idOf(`'user' || n`)}, 'bench.' || n, 'First ' || n, 'Last ' || n,
              'bench.' || n || '@example.com', 'USER', CASE WHEN n % 10 = 0 THEN 'I' ELSE 'A' END, 'ENGLISH',
              ${idOf(`'account' || (n % $3::int + 1)`)}, now(), now()
         FROM generate_series(1, $2::int) n ON CONFLICT DO NOTHING`,
      [county, users, accounts],
    );
  }
  await database.query('ANALYZE identity.account, identity.app_user');
  await database.end();
}

/** Sends each request to both counties in turn; the first round does not count. */
async function compareLists({ port }, { what, questions, cookies, times }) {
  const taken = { lake: [], saipan: [] };
  for (let time = 0; time <= times; time += 1)
    for (const [path, body] of questions)
      for (const county of ['lake', 'saipan']) {
        const began = performance.now();
        await askWell(port, { path, body, cookie: cookies[county], host: HOSTS[county] });
        if (time > 0) taken[county].push(performance.now() - began);
      }
  const p95 = (county) => percentile(taken[county], 0.95);
  return {
    what: `list of ${what}, p95 of the large county against the small one`,
    measured: `${round(p95('lake'))} ms against ${round(p95('saipan'))} ms`,
    value: p95('lake') / p95('saipan'),
    goal: { atMost: 1.5 },
  };
}

async function exportFile({ port, pid }, { file, path, cookie }) {
  const question = { path, body: {}, cookie };
  // the first export also loads and compiles code, so it is not measured
  await ask(port, question);
  const peak = watchPeakMemory(pid);
  const began = performance.now();
  const { status, body } = await ask(port, question);
  if (status !== 200 || body.subarray(0, 2).toString() !== 'PK') throw new Error(`${path}: ${status}`);
  const addedMb = peak.addedMb();
  return {
    what: `export of ${file}, memory added at its peak`,
    measured: `${round(addedMb)} MB, ${round((performance.now() - began) / 1_000)} s, ${round(body.length / 2 ** 20)} MB written`,
    value: addedMb,
    unit: 'MB',
    goal: { atMost: 100 },
  };
}
