// A storm of sign-ins at the gateway while signed-in users continue to search.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import pg from 'pg';
import { demoPassword } from '../local/demo/sign-ins.mjs';
import { atRate, GUESSERS, timed } from './arrivals.mjs';
import { percentile, round } from './figures.mjs';
import { watchPeakMemory } from './machine.mjs';
import { startProduct } from './product.mjs';
import { signInMany } from './visitors.mjs';

export const title = 'Sign-ins (sign-ins)';
export const about = `For a minute, 200 sign-ins a second arrive, each from an address of its own, so that limits of an address do not help:
half with the right password of one of 16 users, half with a wrong one. Each sign-in comes at its time, even if earlier
ones have no answer yet. Meanwhile 16 signed-in users search by name, 16 times a second together, as in the half minute
before. Afterwards 50 other addresses send 1,000 wrong passwords a second together, and a user from another address
signs in once a second, as in the time before. The product is one process with the gateway and all services; memory is
its peak less its memory before.`;

const guessing = fileURLToPath(new URL('guesses-process.mjs', import.meta.url));
const OFFERED_PER_SECOND = 200;
const USERS = 16;
const SEARCHES_PER_SECOND = 16;

export async function measurePart({ quick, say }) {
  const documents = Number(process.env.BENCH_DOCUMENTS || (quick ? 20_000 : 200_000));
  // the bench acts as a proxy: its requests name the IP addresses of the users, and the product must trust them
  const product = await startProduct({ documents, settings: { TRUSTED_PROXIES: '127.0.0.1' }, say });
  try {
    const names = await namesIn(product.databaseUrl);
    const searchers = await signInMany(product, USERS);
    const search = (seconds) => searchFor(product, { searchers, names, seconds });
    const seconds = quick ? 10 : 60;
    await forgetGuesses(product.environment);
    await search(5);
    const calm = await search(seconds / 2);
    const peak = watchPeakMemory(product.pid);
    const [answers, stormy] = await Promise.all([offerSignIns(product, seconds), search(seconds)]);
    const quiet = await signInSteadily(product, seconds / 2);
    const guessing = offerGuesses(product, seconds);
    await sleep(1_500);
    const besides = await signInSteadily(product, seconds / 2);
    const guesses = await guessing;
    const memory = { beforeMb: peak.beforeMb, addedMb: peak.addedMb() };
    const figures = [
      ...figuresOf({ answers, calm, stormy, memory, seconds }),
      ...figuresOfGuessing({ quiet, besides, guesses, seconds }),
    ];
    return { figures, notes: [notesOf(answers)] };
  } finally {
    await product.stop();
  }
}

export async function namesIn(connectionString) {
  const database = new pg.Client({ connectionString });
  await database.connect();
  const { rows } = await database.query(
    `SELECT DISTINCT full_last AS "lastName", full_first AS "firstName" FROM search.party
      WHERE first_name <> '' AND NOT part ORDER BY 1, 2 LIMIT 500`,
  );
  await database.end();
  return rows;
}

/**
 * Deletes the counts of guesses. Guesses at a username count for a day, so the guesses of an earlier run would make the
 * portal refuse this storm at once.
 */
async function forgetGuesses({ REDIS_URL, REDIS_NAMESPACE }) {
  const redis = new Redis(REDIS_URL);
  const keys = await redis.keys(`${REDIS_NAMESPACE}:sign-in:*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}

const searchFor = ({ port }, { searchers, names, seconds }) =>
  atRate(SEARCHES_PER_SECOND, seconds, (nth) =>
    timed(port, {
      path: 'search/searchByName',
      body: criteriaOf(names[(nth * 31) % names.length]),
      cookie: searchers[nth % searchers.length],
    }),
  );

const criteriaOf = ({ lastName, firstName }) => ({
  grantorGranteeLastName1: lastName,
  grantorGranteeFirstName1: firstName,
  fromRecordedDate: '01/01/1890',
  toRecordedDate: '10/30/2026',
});

const offerSignIns = ({ port }, seconds) =>
  atRate(OFFERED_PER_SECOND, seconds, (nth) =>
    timed(port, {
      path: 'auth/login',
      body: {
        // each user sends the right and a wrong password, because wrong ones alone soon reach the limit of a username
        username: `bench.user${((nth >> 1) % USERS) + 1}`,
        password: nth % 2 === 0 ? demoPassword : `wrong ${nth}`,
      },
      from: `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`,
    }),
  );

/** Makes one correct sign-in a second, from an address that guesses no passwords. */
const signInSteadily = ({ port }, seconds) =>
  atRate(1, seconds, (nth) =>
    timed(port, {
      path: 'auth/login',
      body: { username: `bench.user${(nth % USERS) + 1}`, password: demoPassword },
      from: '198.51.100.7',
    }),
  );

/**
 * Sends the guesses from another process. A process that sends 1,000 requests a second is too busy to time the other
 * answers.
 * @returns {Promise<number[]>} the HTTP status of each answer; 0 means no answer
 */
async function offerGuesses({ port }, seconds) {
  const child = fork(guessing, [String(port), String(seconds)]);
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process that guesses has ended without an answer');
  });
  const [statuses] = await Promise.race([once(child, 'message'), ended]);
  return statuses;
}

function figuresOfGuessing({ quiet, besides, guesses, seconds }) {
  const p95 = (asked) =>
    percentile(
      asked.map(({ ms }) => ms),
      0.95,
    );
  const looked = guesses.filter((status) => status === 200);
  return [
    {
      what: `users who got in at the first try while ${GUESSERS} addresses guessed`,
      measured: `${besides.filter(({ status }) => status === 200).length} of ${besides.length}; ${round(guesses.length / seconds)} guesses a second, ${looked.length} of them looked at`,
      value: besides.filter(({ status }) => status === 200).length / besides.length,
      goal: { atLeast: 1 },
    },
    {
      what: 'their sign-in, p95 against a quiet machine',
      measured: `${round(p95(besides))} ms against ${round(p95(quiet))} ms`,
      value: p95(besides) / p95(quiet),
      goal: { atMost: 2 },
    },
  ];
}

const inOrder = (counts) => Object.entries(counts).map(([status, count]) => `${count} with ${status}`);

function notesOf(answers) {
  const counts = {};
  for (const { status } of answers) counts[status || 'no answer'] = (counts[status || 'no answer'] ?? 0) + 1;
  return `Sign-ins were answered: ${inOrder(counts).join(', ')}.`;
}

function figuresOf({ answers, calm, stormy, memory, seconds }) {
  const times = (asked) => asked.map(({ ms }) => ms);
  const p95 = (asked) => percentile(times(asked), 0.95);
  const refused = answers.filter(({ status }) => status === 429);
  const told = refused.filter(({ retryAfter }) => Number(retryAfter) >= 1);
  const other = answers.filter(({ status }) => status !== 200 && status !== 429);
  const failedSearches = stormy.filter(({ status }) => status !== 200);
  const share = (some, all) => (all.length === 0 ? 0 : some.length / all.length);
  return [
    {
      what: `searches of signed-in users, p95 in the storm against before`,
      measured: `${round(p95(stormy))} ms against ${round(p95(calm))} ms (p50 ${round(percentile(times(stormy), 0.5))} and ${round(percentile(times(calm), 0.5))} ms)`,
      value: p95(stormy) / p95(calm),
      goal: { atMost: 2 },
    },
    {
      what: 'searches in the storm that failed',
      measured: `${failedSearches.length} of ${stormy.length}`,
      value: failedSearches.length,
      unit: 'searches',
      goal: { atMost: 0 },
    },
    {
      what: 'memory that the storm added at its peak',
      measured: `${round(memory.addedMb)} MB on top of ${round(memory.beforeMb)} MB`,
      value: memory.addedMb,
      unit: 'MB',
      goal: { atMost: 256 },
    },
    {
      what: 'sign-ins past the cap that are told by 429 with Retry-After when to come back',
      measured: `${told.length} of ${refused.length}; passwords looked at: ${round((answers.length - refused.length - other.length) / seconds)} a second`,
      value: share(told, refused),
      goal: { atLeast: 1 },
    },
    {
      what: 'sign-ins that are neither looked at nor refused so',
      measured: `${other.length} of ${answers.length}, p95 of all answers ${round(p95(answers))} ms`,
      value: other.length,
      unit: 'sign-ins',
      goal: { atMost: 0 },
    },
  ];
}
