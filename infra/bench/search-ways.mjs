// The ways to search that are measured. They run in turn, round after round, so that a busy moment affects all of them.
import { median, round } from './figures.mjs';
import { browserHeaders, loadDatabase, loadHttp } from './load.mjs';
import { cpuSeconds, endedChildrenCpuSeconds } from './machine.mjs';
import { slowKinds } from './search-questions.mjs';

/** The same number of questions of each kind except the slow ones, interleaved. */
export const mixedSearches = (populations) => {
  const kinds = Object.keys(populations).filter((kind) => !slowKinds.includes(kind));
  return Array.from({ length: 20 * kinds.length }, (_, at) => {
    const list = populations[kinds[at % kinds.length]];
    return list[Math.floor(at / kinds.length) % list.length];
  });
};

/**
 * @returns {Record<string, { run: () => Promise<object>, pids?: number[], server?: number, rounds?: number }>} `pids`:
 * the processes whose CPU counts; `server`: PostgreSQL, if the CPU of its sessions counts instead; `rounds`: set when a
 * way is measured in fewer rounds than the others
 */
export function waysFor({ product, peer, populations, seconds }) {
  const { port } = product;
  const http = (questions, clients) => () =>
    loadHttp({ port, questions, clients, seconds, headers: browserHeaders });
  const bare = (questions, clients) => () => {
    const statements = questions.map(({ statement }) => statement);
    return loadDatabase({ url: product.databaseUrl, statements, clients, seconds });
  };
  const pids = [product.pid, product.redisPid];
  const ways = {};
  const add = (name, questions, clients, rounds) => {
    ways[`${name} ${clients}`] = { run: http(questions, clients), pids, rounds };
    ways[`bare ${name} ${clients}`] = {
      run: bare(questions, clients),
      server: product.postgresPid,
      rounds,
    };
  };
  for (const clients of [1, 8, 32]) {
    add('mixed names', populations['mixed names'], clients);
    add('mixed searches', mixedSearches(populations), clients);
  }
  for (const [kind, questions] of Object.entries(populations)) {
    if (kind === 'mixed names') continue;
    add(kind, questions, 8, 1);
    if (!slowKinds.includes(kind)) add(kind, questions, 32, 1);
  }
  const orm = (questions) => () =>
    loadHttp({
      port: peer.port,
      questions: questions.map(({ body }) => ({ path: '/search', body })),
      clients: 8,
      seconds,
    });
  const texts = [];
  const nameOf = (text) => `s${texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1}`;
  const floor = (questions) => {
    const bodies = questions.map(({ statement: { text, params } }) => ({ name: nameOf(text), text, params }));
    const asked = bodies.map((body) => ({ path: '/statement', body }));
    return () => loadHttp({ port: peer.port, questions: asked, clients: 32, seconds });
  };
  for (const kind of ['mixed names', 'document number'])
    ways[`floor ${kind} 32`] = { run: floor(populations[kind]), pids: [peer.pid] };
  ways['orm mixed names 8'] = { run: orm(populations['mixed names']), pids: [peer.pid] };
  ways['orm last and first name 8'] = { run: orm(populations['last and first name']), pids: [peer.pid] };
  return ways;
}

/** Measures the medians of each way. The first round only warms up. */
export async function measureWays(ways, { rounds, say }) {
  const taken = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let nth = 0; nth <= rounds; nth += 1) {
    for (const [name, way] of Object.entries(ways)) {
      if (nth > (way.rounds ?? rounds)) continue;
      const one = await measureOne(way);
      if (nth > 0) taken[name].push(one);
      if (nth > 0) say(`round ${nth} ${name}: ${round(one.perSecond)}/s, CPU ${round(one.cpuMs)} ms each`);
    }
  }
  const keys = ['perSecond', 'p50', 'p97', 'cpuMs'];
  const middle = (list, key) => median(list.map((one) => one[key]));
  return Object.fromEntries(
    Object.entries(taken).map(([name, list]) => [
      name,
      Object.fromEntries(keys.map((key) => [key, middle(list, key)])),
    ]),
  );
}

/**
 * Measures the CPU time of the given processes. For bare statements, it measures PostgreSQL's sessions, which end with
 * the load.
 */
async function measureOne({ run, pids = [], server }) {
  const used = () => cpuSeconds(...pids) + (server ? endedChildrenCpuSeconds(server) : 0);
  const before = used();
  const load = await run();
  return { ...load, cpuMs: ((used() - before) / load.count) * 1000 };
}
