// Measures what traces cost a request: while they are switched off, and while one request in a hundred is traced.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, round } from './figures.mjs';
import { loadHttp } from './load.mjs';
import { cpuSeconds } from './machine.mjs';
import { startProduct } from './product.mjs';
import { namesIn } from './sign-ins.mjs';
import { signInMany } from './visitors.mjs';

export const title = 'Traces (tracing)';
export const about = `8 people search by name, each again as soon as they are answered. The product is one process with the gateway and all
services, and its processor time is counted for each request. In the same running process, traces are in turn switched
off and on (one request in a hundred, sent to a receiver in the bench's own process). The cost of traces that are
switched off is computed: the number of places that a request passes (as many as a traced request has spans) times the
cost of one such place in a loop.`;

const PEOPLE = 8;
/** The number of users who share the load, because the gateway limits the requests of one user per minute. */
const USERS = 64;
const SHARE = 0.01;
const LOOP = 5_000_000;

export async function measurePart({ quick, say }) {
  const receiver = await startReceiver();
  const documents = Number(process.env.BENCH_DOCUMENTS || (quick ? 20_000 : 200_000));
  const product = await startProduct({ documents, say });
  try {
    const names = await namesIn(product.databaseUrl);
    const cookies = await signInMany(product, USERS);
    const questions = questionsOf(names, cookies);
    const run = (seconds) => cpuOfRequests(product, questions, seconds);
    const traced = (share) =>
      product.tell({ tracing: share === 0 ? null : { endpoint: receiver.url, share } });
    await run(quick ? 3 : 10);
    const taken = await takeTurns({ run, traced, rounds: quick ? 2 : 9, seconds: quick ? 3 : 8, say });
    await traced(1);
    receiver.counted.spans = 0;
    const all = await loadHttp({ ...loadOf(product, questions), seconds: 2 });
    await sleep(4_000);
    await traced(0);
    const spans = receiver.counted.spans / all.count;
    return { figures: figuresOf({ taken, spans, placeNs: await costOfPlace() }), notes: [] };
  } finally {
    await product.stop();
    receiver.close();
  }
}

async function startReceiver() {
  const counted = { spans: 0 };
  const server = createServer((request, response) => {
    void json(request).then(({ resourceSpans }) => {
      counted.spans += resourceSpans
        .flatMap(({ scopeSpans }) => scopeSpans)
        .reduce((sum, { spans }) => sum + spans.length, 0);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, counted, close };
}

const questionsOf = (names, cookies) =>
  Array.from({ length: 4_000 }, (_, nth) => ({
    body: criteriaOf(names, nth),
    cookie: cookies[nth % cookies.length],
  }));

/** The criteria of a search. Each search differs, so that none is answered from a stored hit list. */
function criteriaOf(names, nth) {
  const { lastName, firstName } = names[(nth * 31) % names.length];
  return {
    grantorGranteeLastName1: lastName,
    grantorGranteeFirstName1: firstName,
    fromRecordedDate: `01/${String(1 + (nth % 28)).padStart(2, '0')}/${1890 + (Math.floor(nth / 28) % 90)}`,
    toRecordedDate: '10/30/2026',
  };
}

const loadOf = ({ port }, questions) => ({
  ...{ port, questions, clients: PEOPLE },
  path: '/LandShark/api/search/searchByName',
});

/** Milliseconds of processor time that the product spends on a request. */
async function cpuOfRequests(product, questions, seconds) {
  const before = cpuSeconds(product.pid);
  const { count } = await loadHttp({ ...loadOf(product, questions), seconds });
  return ((cpuSeconds(product.pid) - before) / count) * 1_000;
}

async function takeTurns({ run, traced, rounds, seconds, say }) {
  const taken = { off: [], on: [] };
  for (let nth = 0; nth < rounds; nth += 1) {
    // each way goes first in every other round, so that a machine that gets busier favors neither
    const ways = nth % 2 === 0 ? ['off', 'on'] : ['on', 'off'];
    for (const way of ways) {
      await traced(way === 'on' ? SHARE : 0);
      taken[way].push(await run(seconds));
      say(`round ${nth + 1} ${way}: ${taken[way].at(-1).toFixed(3)} ms of CPU for a request`);
    }
  }
  await traced(0);
  return taken;
}

/**
 * Nanoseconds that a traced function costs while tracing is off, beyond the cost of the same function without tracing.
 */
async function costOfPlace() {
  const { inSpan, isTraced } = await import('@portal/infra/tracing');
  const answer = Promise.resolve(1);
  const work = () => answer;
  const ways = {
    bare: () => work(),
    place: () =>
      isTraced() ? inSpan(() => ({ name: 'never', kind: 'internal' }), work) : inSpan(never, work),
  };
  const timed = (way) => {
    const began = performance.now();
    for (let nth = 0; nth < LOOP; nth += 1) void way();
    return ((performance.now() - began) / LOOP) * 1e6;
  };
  const times = { bare: [], place: [] };
  for (let nth = 0; nth < 7; nth += 1)
    for (const [name, way] of Object.entries(ways)) times[name].push(timed(way));
  return Math.max(0, median(times.place) - median(times.bare));
}

const never = () => ({ name: 'never', kind: 'internal' });

function figuresOf({ taken, spans, placeNs }) {
  const [off, on] = [median(taken.off), median(taken.on)];
  const offCost = (spans * placeNs) / 1e6;
  return [
    {
      what: 'CPU of a request, traces switched off against absent',
      measured: `${round(spans)} places of ${round(placeNs)} ns in ${round(off)} ms`,
      value: 1 + offCost / off,
      goal: { atMost: 1.001 },
    },
    {
      what: 'CPU of a request, one in a hundred traced against none',
      measured: `${on.toFixed(3)} ms against ${off.toFixed(3)} ms`,
      value: on / off,
      goal: { atMost: 1.03 },
    },
  ];
}
