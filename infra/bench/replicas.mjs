// Searches with one search process on the primary, compared with two search processes on two standbys. These processes
// and the database servers run separately, so that the processor time of each can be counted.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeSignIns } from '../local/demo/sign-ins.mjs';
import { environmentOf } from '../local/process-environment.mjs';
import { Fleet } from '../ops/fleet.mjs';
import { startStandby } from '../ops/standby.mjs';
import { thisVersion } from '../ops/version.mjs';
import { cacheFolder } from './cache.mjs';
import { median, round } from './figures.mjs';
import { browserHeaders, loadAtRate, loadHttp } from './load.mjs';
import { cpuSeconds, familyCpuSeconds } from './machine.mjs';
import { startData, stopAll } from './product.mjs';
import { coresFor, meanAnswerMs, rateOfOneCore } from './queue-model.mjs';
import { askAs, countedShares, questionsFor } from './search-questions.mjs';
import { mixedSearches } from './search-ways.mjs';
import { signInMany } from './visitors.mjs';

export const title = 'Search processes and standbys (replicas)';
export const about = `16 clients send mixed searches (as many of each kind except the slow ones) to a county of generated documents over HTTP.
Gateway, search, the other services, Redis, the primary and each standby are processes of their own. First one search
process reads from the primary, then two search processes read from two standbys. The second part runs after the first
one, so the machine has to be equally calm in both. The processor time that each stage needs for one search shows how
many searches a number of cores can carry; the load generator's own time is left out. Finally, searches arrive at random
times, and the mean answer is compared with the queue model (queue-model.mjs), in which all processes share the cores of
this machine.`;

const USERS = 96;
const CLIENTS = 16;
/** The calculation of the needed cores lets a core work at most this share of the time. */
const BUSY = 0.6;
const PLANNED_PER_SECOND = 10_000;
const withoutUser = (address) => Object.assign(new URL(address), { username: '', password: '' }).href;

export async function measurePart({ quick, say }) {
  const documents = Number(process.env.BENCH_DOCUMENTS || (quick ? 20_000 : 1_000_000));
  const data = await startData({ documents, large: true, settings: countedShares, say });
  const { stops } = data;
  const folder = cacheFolder('standbys');
  stops.unshift(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const fleet = new Fleet(data.environment, () => undefined);
    stops.unshift(() => fleet.stop());
    const version = await thisVersion();
    const questions = await openQuestions(data, fleet, version);
    const length = { seconds: quick ? 3 : 10, rounds: quick ? 1 : 3 };
    const stage = { data, fleet, version, questions, standbys: [], ...length, say };
    const one = await measureRounds(stage, 'one search process on the primary');
    const rates = await compareWithModel(stage, one);
    for (const nth of [1, 2]) {
      const dataDir = `${folder}/standby-${nth}`;
      const standby = await startStandby({ databaseUrl: data.postgres.url, options: data.options, dataDir });
      stops.unshift(standby.stop);
      stage.standbys.push(standby);
    }
    await readFromStandbys(stage);
    const two = await measureRounds(stage, 'two search processes on two standbys');
    return { figures: figuresOf(one, two, rates), notes: notesOf(documents, one, two) };
  } finally {
    await stopAll(stops);
  }
}

/** Starts the processes, signs people in, and draws their questions from the county's rows. */
async function openQuestions({ environment, postgres }, fleet, version) {
  await fleet.start(version);
  await makeSignIns({ environment: environmentOf(environment, 'launcher') });
  const admin = new pg.Client({ connectionString: postgres.url, options: '-c search_path=search,public' });
  await admin.connect();
  try {
    await admin.query('VACUUM ANALYZE');
    const questions = mixedSearches(await questionsFor(admin));
    askAs(questions, await signInMany({ port: portOf(fleet), environment }, USERS));
    return questions;
  } finally {
    await admin.end();
  }
}

const portOf = (fleet) => Number(new URL(fleet.origin(0)).port);

/** Replaces the search process by two that read from the standbys. */
async function readFromStandbys({ fleet, version, standbys, data }) {
  const SEARCH_DATABASES = standbys.map(({ url }) => withoutUser(url)).join(',');
  fleet.environment = { ...data.environment, SEARCH_DATABASES };
  await fleet.replace('search', version);
  await fleet.add('search', version);
  // a search process checks once a second how much of the log the standbys have replayed
  await sleep(3_000);
}

/** The processor seconds that each kind of process has used since its start. */
function cpuOf({ data, fleet, standbys }) {
  const of = (name) =>
    fleet.replicas.filter((replica) => replica.name === name).map(({ child }) => child.pid);
  const others = fleet.replicas.filter(({ name }) => name !== 'gateway' && name !== 'search');
  return {
    gateway: cpuSeconds(...of('gateway')),
    search: cpuSeconds(...of('search')),
    'other services': cpuSeconds(...others.map(({ child }) => child.pid)),
    Redis: cpuSeconds(data.redis.pid),
    primary: familyCpuSeconds(data.postgres.pid),
    standbys: standbys.reduce((sum, { pid }) => sum + familyCpuSeconds(pid), 0),
  };
}

async function measureOnce(stage) {
  const { fleet, questions, seconds } = stage;
  const before = cpuOf(stage);
  const load = { port: portOf(fleet), questions, clients: CLIENTS, seconds, headers: browserHeaders };
  const { count, perSecond, p97 } = await loadHttp(load);
  const after = cpuOf(stage);
  const cpuMs = Object.fromEntries(
    Object.keys(after).map((name) => [name, ((after[name] - before[name]) * 1_000) / count]),
  );
  return { perSecond, p97, cpuMs };
}

/** The medians of some rounds; a first round, which fills the caches, is not counted. */
async function measureRounds(stage, what) {
  const taken = [];
  for (let nth = 0; nth <= stage.rounds; nth += 1) {
    const latest = await measureOnce(stage);
    if (nth > 0) taken.push(latest);
    stage.say(`${what}: ${round(latest.perSecond)} searches/s, ${costText(latest.cpuMs)}`);
  }
  const of = (pick) => median(taken.map(pick));
  const names = Object.keys(taken[0].cpuMs);
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p97: of(({ p97 }) => p97),
    cpuMs: Object.fromEntries(names.map((name) => [name, of(({ cpuMs }) => cpuMs[name])])),
  };
}

const total = (cpuMs) => Object.values(cpuMs).reduce((sum, one) => sum + one, 0);
const costText = (cpuMs) =>
  `${round(total(cpuMs))} ms of processor time each (${Object.entries(cpuMs)
    .filter(([, ms]) => ms >= 0.005)
    .map(([name, ms]) => `${name} ${round(ms)}`)
    .join(', ')})`;

/** Measures the mean time of an answer at 5, 30 and 60 % of the highest rate, and adds what the model predicts. */
async function compareWithModel({ fleet, questions, seconds, say }, { perSecond }) {
  const rates = [];
  for (const share of [0.05, 0.3, 0.6]) {
    const rate = perSecond * share;
    const load = { port: portOf(fleet), questions, perSecond: rate, seconds, headers: browserHeaders };
    rates.push({ share, rate, ...(await loadAtRate(load)) });
    const { meanMs, refused } = rates.at(-1);
    say(`${round(rate)} searches/s at random times: mean answer ${round(meanMs)} ms, ${refused} refused`);
  }
  // at the highest rate both cores work all the time, so a search takes this much time of one core
  const serviceMs = 2_000 / perSecond;
  const [alone] = rates;
  return rates.map((taken) => {
    const { variation } = alone;
    const model = (rate) => meanAnswerMs({ servers: 2, serviceMs, perSecond: rate, variation });
    return { ...taken, modelMs: alone.meanMs + model(taken.rate) - model(alone.rate) };
  });
}

function figuresOf(one, two, rates) {
  const cost = (what, { perSecond, p97, cpuMs }) => ({
    what,
    measured: `${round(perSecond)} searches/s, p97 ${round(p97)} ms; ${costText(cpuMs)}`,
  });
  return [
    cost('one search process on the primary', one),
    cost('two search processes on two standbys', two),
    {
      what: 'rate with two against one, on two cores that were full before',
      measured: `${round(two.perSecond)} against ${round(one.perSecond)} searches/s`,
      value: two.perSecond / one.perSecond,
    },
    {
      what: 'processor time of a search with two against one: what replicas add',
      measured: `${round(total(two.cpuMs))} against ${round(total(one.cpuMs))} ms`,
      value: total(two.cpuMs) / total(one.cpuMs),
      goal: { atMost: 1.15 },
    },
    {
      what: 'work of one search that is left to the primary when searches read from standbys',
      measured: `${round(two.cpuMs.primary)} of ${round(one.cpuMs.primary)} ms`,
      value: two.cpuMs.primary / one.cpuMs.primary,
    },
    ...rates.slice(1).map(({ share, rate, meanMs, modelMs, refused, count }) => ({
      what: `mean answer at ${Math.round(share * 100)} % of the highest rate against the queue model`,
      measured: `${round(rate)} searches/s: ${round(meanMs)} ms, model ${round(modelMs)} ms; ${refused} of ${count} refused`,
      value: meanMs / modelMs,
    })),
  ];
}

function notesOf(documents, one, two) {
  const cores = Object.entries(two.cpuMs)
    .filter(([, ms]) => ms >= 0.005)
    .map(
      ([name, serviceMs]) => `${name} ${coresFor({ serviceMs, perSecond: PLANNED_PER_SECOND, busy: BUSY })}`,
    );
  const redis = rateOfOneCore({ serviceMs: two.cpuMs.Redis, busy: BUSY });
  const search = rateOfOneCore({ serviceMs: one.cpuMs.search, busy: BUSY });
  return [
    `${documents} documents.`,
    `Cores for ${PLANNED_PER_SECOND} such searches a second, each busy ${BUSY * 100} % of the time: ${cores.join(', ')}.`,
    `One search process carries ${round(search)} searches/s at that load, one Redis server ${round(redis)}.`,
  ];
}
