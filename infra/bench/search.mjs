// Searches of every kind: the product over HTTP compared with the bare statements, and name searches compared with
// other tools.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { browserHeaders, loadHttp } from './load.mjs';
import { residentMb } from './machine.mjs';
import { startProduct } from './product.mjs';
import { compareAnswers, compareWithPeer } from './search-answers.mjs';
import { figuresOf } from './search-figures.mjs';
import { fillPeerTables } from './search-peer-tables.mjs';
import { askAs, countedShares, questionsFor, slowKinds } from './search-questions.mjs';
import { measureWays, waysFor } from './search-ways.mjs';
import { signInMany } from './visitors.mjs';

export const title = 'Searches (search)';
export const about = `Signed-in users search a county of generated documents over HTTP, with the headers of a browser. A search goes through
the gateway and the search service to PostgreSQL and returns its first 25 rows; it is counted against the limits of its
user, hit list and history are kept, and the answer is compressed. Criteria are drawn from the rows. Mixed names are 40
% last and first name, 20 % with an initial, 25 % last name only, 10 % businesses and 5 % two names; some have dates, a
role or another order. Mixed searches are as many of each kind except the slow ones. The floor is the service's own
statement, sent to PostgreSQL by the same number of clients. CPU is what the product's one process (gateway and all
services) and Redis use, without PostgreSQL. The peer loads documents with parties, legals and references by TypeORM
relations behind bare Fastify.`;

/** The number of users who share the load, because each may send only 3,000 requests a minute. */
const USERS = 96;
const peerScript = fileURLToPath(new URL('search-peer.mjs', import.meta.url));

export async function measurePart({ quick, say }) {
  const documents = Number(process.env.BENCH_DOCUMENTS || (quick ? 20_000 : 1_000_000));
  const product = await startProduct({ documents, large: true, settings: countedShares, say });
  const admin = new pg.Client({
    connectionString: product.databaseUrl,
    options: '-c search_path=search,public',
  });
  await admin.connect();
  let peer;
  try {
    await admin.query('VACUUM ANALYZE');
    const populations = await questionsFor(admin);
    await fillPeerTables(admin);
    peer = await startPeer(product.databaseUrl);
    const cookies = await signInMany(product, USERS);
    for (const list of Object.values(populations)) askAs(list, cookies);
    const notes = [`${documents} documents.`, await compareAnswers(populations, { product, admin })];
    notes.push(await compareWithPeer(populations['mixed names'], { product, peer }));
    for (const note of notes) say(note);
    const bench = { product, peer, populations, seconds: quick ? 2 : 5, rounds: quick ? 1 : 3, say };
    const taken = await measureWays(waysFor(bench), bench);
    const starved = await measureStarving(bench);
    const memoryMb = residentMb(product.pid);
    return { figures: figuresOf({ taken, starved, memoryMb, populations }), notes };
  } finally {
    peer?.stop();
    await admin.end();
    await product.stop();
  }
}

async function startPeer(databaseUrl) {
  const child = fork(peerScript, [databaseUrl], { env: { ...process.env, TZ: 'UTC' } });
  const [{ port }] = await once(child, 'message');
  return { port, pid: child.pid, stop: () => child.disconnect() };
}

/** Measures fast searches of 8 clients, first alone and then together with 4 clients that send only slow searches. */
async function measureStarving({ product, populations, seconds, say }) {
  const fast = {
    port: product.port,
    questions: populations['mixed names'],
    clients: 8,
    seconds: seconds * 2,
    headers: browserHeaders,
  };
  const questions = slowKinds.flatMap((kind) => populations[kind].slice(0, 20));
  const slow = { ...fast, questions, clients: 4, seconds: seconds * 2 + 1 };
  const narrow = populations['mixed names'].filter(({ criteria }) => criteria.andOr !== 'AND');
  const alone = await loadHttp({ ...fast, questions: narrow });
  const [beside, besides] = await Promise.all([loadHttp({ ...fast, questions: narrow }), loadHttp(slow)]);
  say(
    `p97 of fast searches ${alone.p97} ms alone, ${beside.p97} ms together with slow ones (p97 ${besides.p97} ms)`,
  );
  return { alone, beside, slow: besides };
}
