// Name search: the product over HTTP against the bare statement, and against an ORM that loads relations.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { median, round } from './figures.mjs';
import { loadDatabase, loadHttp } from './load.mjs';
import { cpuSeconds } from './machine.mjs';
import { startProduct } from './product.mjs';
import { questionsFor } from './search-criteria.mjs';
import { fillPeerTables } from './search-peer-tables.mjs';
import { askWell, signInMany } from './visitors.mjs';

export const title = 'Name search (search)';
export const about = `Signed-in users search a county of 200,000 documents over HTTP: gateway, command over Redis, search service, PostgreSQL,
first 25 rows, hit list and history kept. Mixed population: 40 % last and first name, 20 % with an initial, 25 % last name
only, 10 % businesses, 5 % two names; some with dates, a role, another order. The floor is the service's own statement
sent to PostgreSQL by the same number of clients; CPU is what the product's one process (gateway and all services) and
Redis use, PostgreSQL not counted. The peer loads documents with parties, legals and references by TypeORM relations.`;

const PATH = '/LandShark/api/search/searchByName';
const USERS = 48;
const peerScript = fileURLToPath(new URL('search-peer.mjs', import.meta.url));

export async function measurePart({ quick, say }) {
  const product = await startProduct({ documents: quick ? 20_000 : 200_000, say });
  const admin = new pg.Client({
    connectionString: product.databaseUrl,
    options: '-c search_path=search,public',
  });
  await admin.connect();
  let peer;
  try {
    const populations = await questionsFor(admin);
    await fillPeerTables(admin);
    await admin.query('VACUUM ANALYZE');
    peer = await startPeer(product.databaseUrl);
    const cookies = await signInMany(product, USERS);
    for (const list of Object.values(populations)) give(list, cookies);
    const same = await compareAnswers(populations.mixed, { product, peer, admin });
    say(same);
    const bench = { product, peer, populations, seconds: quick ? 3 : 6, rounds: quick ? 1 : 3, say };
    return { figures: await measureAll(bench), notes: [same] };
  } finally {
    peer?.stop();
    await admin.end();
    await product.stop();
  }
}

const give = (list, cookies) =>
  list.forEach((question, at) => (question.cookie = cookies[at % cookies.length]));

async function startPeer(databaseUrl) {
  const child = fork(peerScript, [databaseUrl], { env: { ...process.env, TZ: 'UTC' } });
  const [{ port }] = await once(child, 'message');
  return { port, pid: child.pid, stop: () => child.disconnect() };
}

/** All three must answer the same before their speed is compared. @returns a sentence about it */
async function compareAnswers(questions, { product, peer, admin }) {
  let rowsAlike = 0;
  let rows = 0;
  const some = questions.slice(0, 60);
  for (const { body, cookie, statement } of some) {
    const { searchResults: ours } = await askWell(product.port, {
      path: 'search/searchByName',
      body,
      cookie,
    });
    const { rows: found } = await admin.query(statement.text, statement.params);
    if (JSON.stringify(ours.searchResultList) !== JSON.stringify(JSON.parse(`[${found[0].rows}]`)))
      throw new Error(`the product and its statement differ for ${JSON.stringify(body)}`);
    const answer = await fetch(`http://127.0.0.1:${peer.port}/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { searchResults: theirs } = (await answer.json()).content;
    const texts = new Set(theirs.searchResultList.map((row) => JSON.stringify(row)));
    rows += ours.searchResultList.length;
    rowsAlike += ours.searchResultList.filter((row) => texts.has(JSON.stringify(row))).length;
  }
  return `${some.length} answers compared before: the product's equal the statement's; ${rowsAlike} of ${rows} rows equal the peer's.`;
}

async function measureAll({ product, peer, populations, seconds, rounds, say }) {
  const http = (questions, clients) => () =>
    loadHttp({ port: product.port, path: PATH, questions, clients, seconds });
  const bare = (questions, clients) => () => {
    const statements = questions.map(({ statement }) => statement);
    return loadDatabase({ url: product.databaseUrl, statements, clients, seconds });
  };
  const orm = () =>
    loadHttp({ port: peer.port, path: '/search', questions: populations.mixed, clients: 8, seconds });
  const pids = [product.pid, product.redisPid];
  const ways = {
    'mixed 8': { run: http(populations.mixed, 8), pids },
    'bare mixed 8': { run: bare(populations.mixed, 8) },
    'orm mixed 8': { run: orm, pids: [peer.pid] },
    'mixed 32': { run: http(populations.mixed, 32), pids },
    'bare mixed 32': { run: bare(populations.mixed, 32) },
    'exact 32': { run: http(populations.exact, 32), pids },
    'bare exact 32': { run: bare(populations.exact, 32) },
    'smith 8': { run: http(populations.smith, 8), pids },
    'bare smith 8': { run: bare(populations.smith, 8) },
  };
  return figuresOf(await takeTurns(ways, rounds, say));
}

/** One way after the other, round after round; the first round warms up. */
async function takeTurns(ways, rounds, say) {
  const taken = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let nth = 0; nth <= rounds; nth += 1) {
    for (const [name, { run, pids = [] }] of Object.entries(ways)) {
      const before = cpuSeconds(...pids);
      const load = await run();
      const cpuMs = ((cpuSeconds(...pids) - before) / load.count) * 1000;
      if (nth > 0) taken[name].push({ ...load, cpuMs });
      if (nth > 0) say(`round ${nth} ${name}: ${round(load.perSecond)}/s, CPU ${round(cpuMs)} ms each`);
    }
  }
  const middle = (list, key) => median(list.map((one) => one[key]));
  const keys = ['perSecond', 'p50', 'p97', 'cpuMs'];
  return Object.fromEntries(
    Object.entries(taken).map(([name, list]) => [
      name,
      Object.fromEntries(keys.map((key) => [key, middle(list, key)])),
    ]),
  );
}

const said = ({ perSecond, p50, p97 }) => `${round(perSecond)}/s (p50 ${round(p50)}, p97 ${round(p97)} ms)`;
const kinds = { mixed: 'mixed names', exact: 'last and first name', smith: 'SMITH' };

function figuresOf(taken) {
  const added = (kind, clients, goal) => ({
    what: `${kinds[kind]}, ${clients} clients: CPU that gateway, Redis and search add to a request`,
    measured: `${said(taken[`${kind} ${clients}`])} over HTTP, bare statement ${said(taken[`bare ${kind} ${clients}`])}`,
    value: taken[`${kind} ${clients}`].cpuMs,
    unit: 'ms',
    ...(goal && { goal }),
  });
  const orm = taken['orm mixed 8'];
  return [
    added('mixed', 8, { atMost: 0.5 }),
    added('mixed', 32, { atMost: 0.5 }),
    added('exact', 32),
    added('smith', 8),
    {
      what: 'mixed names, 8 clients: requests/s against TypeORM relations behind bare Fastify',
      measured: `${said(taken['mixed 8'])} against ${said(orm)}`,
      value: taken['mixed 8'].perSecond / orm.perSecond,
      goal: { atLeast: 5 },
    },
  ];
}
