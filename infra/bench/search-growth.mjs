// Searches of every kind in a county with ten times as many documents, compared with the same searches in the smaller
// county.
import pg from 'pg';
import { median, round } from './figures.mjs';
import { browserHeaders, loadHttp } from './load.mjs';
import { startProduct } from './product.mjs';
import { askAs, countedShares, questionsFor } from './search-questions.mjs';
import { signInMany } from './visitors.mjs';

export const title = 'Searches in ten times as many documents (search-growth)';
export const about = `There are two counties of generated documents, one ten times as large as the other, each in a product of its own. Both
run at the same time and are asked in turn over HTTP. For each kind of search, one signed-in user asks again as soon as
the last answer has come. Criteria are drawn from the county's own rows. The figure is the mean time of an answer in the
large county against the small one.`;

const USERS = 8;
const SMALL = 1_000_000;

export async function measurePart({ quick, say }) {
  const documents = quick ? 20_000 : SMALL;
  const rounds = quick ? 1 : 2;
  const small = await openCounty(documents, say);
  const large = await openCounty(documents * 10, say).catch(async (error) => {
    await small.stop();
    throw error;
  });
  try {
    const taken = {};
    for (let nth = 0; nth <= rounds; nth += 1)
      for (const kind of Object.keys(small.populations)) {
        const pair = [await small.ask(kind, quick ? 1 : 3), await large.ask(kind, quick ? 1 : 3)];
        if (nth > 0) (taken[kind] ??= []).push(pair);
        say(`round ${nth} ${kind}: ${pair.map(({ mean }) => round(mean)).join(' and ')} ms`);
      }
    return { figures: Object.entries(taken).map(figureOf), notes: notesOf(small, large) };
  } finally {
    await large.stop();
    await small.stop();
  }
}

async function openCounty(documents, say) {
  const product = await startProduct({ documents, large: true, settings: countedShares, say });
  const admin = new pg.Client({
    connectionString: product.databaseUrl,
    options: '-c search_path=search,public',
  });
  await admin.connect();
  try {
    await admin.query('VACUUM ANALYZE');
    const populations = await questionsFor(admin, Math.min(100, (SMALL / documents) * 100));
    const { rows } = await admin.query('SELECT pg_database_size(current_database())::float8 AS bytes');
    const cookies = await signInMany(product, USERS);
    for (const list of Object.values(populations)) askAs(list, cookies);
    const ask = (kind, seconds) => askFor(seconds, product.port, populations[kind]);
    return { documents, populations, ask, bytes: rows[0].bytes, stop: product.stop };
  } catch (error) {
    await product.stop();
    throw error;
  } finally {
    await admin.end();
  }
}

/** Computes the mean time of a search from the rate, because `loadHttp` rounds its percentiles to milliseconds. */
async function askFor(seconds, port, questions) {
  const { perSecond, p97 } = await loadHttp({
    port,
    questions,
    clients: 1,
    seconds,
    headers: browserHeaders,
  });
  return { mean: 1000 / perSecond, p97 };
}

function figureOf([kind, pairs]) {
  const [small, large] = [0, 1].map((which) => median(pairs.map((pair) => pair[which].mean)));
  const [early, late] = [0, 1].map((which) => median(pairs.map((pair) => pair[which].p97)));
  return {
    what: kind,
    measured: `${round(large)} against ${round(small)} ms (p97 ${round(late)} and ${round(early)} ms)`,
    value: large / small,
    unit: 'x',
    goal: { atMost: 1.3 },
  };
}

const notesOf = (...counties) =>
  counties.map(
    ({ documents, bytes }) => `${documents} documents: ${round(bytes / 2 ** 30)} GiB in PostgreSQL.`,
  );
