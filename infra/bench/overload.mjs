// While two people buy, sends twenty times as many searches as the portal can answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, round } from './figures.mjs';
import { makeBuyers, priceOrders } from './payments.mjs';
import { importDeeds } from './product-deeds.mjs';
import { startProduct } from './product.mjs';
import { namesIn } from './sign-ins.mjs';
import { ask, signInMany } from './visitors.mjs';

export const title = 'Overload (overload)';
export const about = `People search by name, each again as soon as they are answered, and come back when a 503 tells them to: 16 people, then
5 and 20 times as many. Each search is another one and comes from one of 64 addresses. Meanwhile 2 people, each with an
escrow account of their own, pay for orders of one page, one after the other. The best rate is that of 16 people. The
product is one process with the gateway and all services; the clients share its two cores.`;

const PEOPLE = 16;
const BUYERS = 2;
const ADDRESSES = 64;

export async function measurePart({ quick, say }) {
  const documents = Number(process.env.BENCH_DOCUMENTS || (quick ? 20_000 : 200_000));
  const product = await startProduct({ documents, settings: { TRUSTED_PROXIES: '127.0.0.1' }, say });
  try {
    await importDeeds(product);
    const seconds = quick ? 6 : 30;
    const buyers = (await makeBuyers(product)).slice(0, BUYERS);
    const orders = await Promise.all(buyers.map((cookie) => priceOrders(product, cookie, 800)));
    const cookies = await signInMany(product, PEOPLE);
    const names = await namesIn(product.databaseUrl);
    const load = (times, during) =>
      loaded(product, { people: PEOPLE * times, cookies, names, buyers, orders, seconds: during });
    await load(1, 5);
    const calm = await load(1, seconds);
    const five = await load(5, seconds);
    const twenty = await load(20, seconds);
    return { figures: figuresOf({ calm, five, twenty, seconds }), notes: [] };
  } finally {
    await product.stop();
  }
}

let asked = 0;

async function loaded(product, { people, cookies, names, buyers, orders, seconds }) {
  const until = performance.now() + seconds * 1_000;
  const searches = [];
  const purchases = [];
  const search = async (nth) => {
    while (performance.now() < until) {
      const answer = await timed(product.port, {
        path: 'search/searchByName',
        body: criteriaOf(names, (asked += 1)),
        cookie: cookies[nth % cookies.length],
        from: `198.51.100.${1 + (nth % ADDRESSES)}`,
      });
      searches.push(answer);
      if (answer.status !== 200) await sleep(Number(answer.retryAfter ?? 0) * 1_000);
    }
  };
  const buy = async (cookie, guids) => {
    while (performance.now() < until && guids.length > 0) {
      const body = { imageStateGuid: guids.pop() };
      purchases.push(await timed(product.port, { path: 'imaging/payDownloadOrder', body, cookie }));
      await sleep(50);
    }
  };
  await Promise.all([
    ...Array.from({ length: people }, (_, nth) => search(nth)),
    ...buyers.map((cookie, nth) => buy(cookie, orders[nth])),
  ]);
  return { searches, purchases };
}

async function timed(port, question) {
  const began = performance.now();
  const { status, headers } = await ask(port, question).catch(() => ({ status: 0, headers: {} }));
  return { status, ms: performance.now() - began, retryAfter: headers['retry-after'] };
}

const criteriaOf = (names, nth) => {
  const { lastName, firstName } = names[(nth * 31) % names.length];
  return {
    grantorGranteeLastName1: lastName,
    grantorGranteeFirstName1: firstName,
    fromRecordedDate: `01/${String(1 + (nth % 28)).padStart(2, '0')}/${1890 + (Math.floor(nth / 28) % 90)}`,
    toRecordedDate: '10/30/2026',
  };
};

const good = (answers) => answers.filter(({ status }) => status === 200);
const p95 = (answers) =>
  percentile(
    answers.map(({ ms }) => ms),
    0.95,
  );

function figuresOf({ calm, five, twenty, seconds }) {
  const rate = ({ searches }) => good(searches).length / seconds;
  const best = rate(calm);
  const storm = (name, one) => [
    {
      what: `${name} as many: searches answered, against the best rate`,
      measured: `${round(rate(one))}/s (p95 ${round(p95(good(one.searches)))} ms) against ${round(best)}/s (p95 ${round(p95(good(calm.searches)))} ms)`,
      value: rate(one) / best,
      goal: { atLeast: 0.8 },
    },
    {
      what: `${name} as many: purchases, p95 against that with 16`,
      measured: `${round(p95(one.purchases))} ms against ${round(p95(calm.purchases))} ms (${good(one.purchases).length} of ${one.purchases.length} paid)`,
      value: p95(one.purchases) / p95(calm.purchases),
      goal: { atMost: 3 },
    },
  ];
  const others = twenty.searches.filter(({ status }) => status !== 200 && status !== 503);
  const refused = twenty.searches.filter(({ status }) => status === 503);
  return [
    ...storm('5 times', five),
    ...storm('20 times', twenty),
    {
      what: '20 times as many: searches that are neither answered nor told by 503 when to come back',
      measured: `${others.length} of ${twenty.searches.length}; a 503 takes ${round(p95(refused))} ms (p95)`,
      value: others.length,
      unit: 'searches',
      goal: { atMost: 0 },
    },
  ];
}
