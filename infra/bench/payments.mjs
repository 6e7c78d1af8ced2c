// Purchases: complete payments over HTTP, compared with the ledger's SQL statements alone.
import { randomUUID } from 'node:crypto';
import { demoPassword } from '../local/demo/sign-ins.mjs';
import { openLauncherRpc } from './faults/launcher-rpc.mjs';
import { saveAccountWithUsers, terms } from './faults/payers.mjs';
import { round } from './figures.mjs';
import { ledgerStatementsPerSecond } from './payments-floor.mjs';
import { startProduct } from './product.mjs';
import { importDeeds, keysOfDeeds, PAGES_OF_A_DEED } from './product-deeds.mjs';
import { askWell, signIn } from './visitors.mjs';

export const title = 'Purchases (payments)';
export const about = `16 people, each with an escrow account of their own, pay for priced orders of one page over HTTP as fast as they are
answered: gateway, command, hold, PDF written into the object store, pages granted, entry posted, facts put into the
outbox. All services are one process. The floor is what the ledger alone does for a purchase: one transaction that holds
the money, and one that grants, captures and posts. Right after the purchases, pgbench sends these transactions with 16
clients to the same PostgreSQL.`;

const CLIENTS = 16;

export async function measurePart({ quick, say }) {
  const product = await startProduct({ documents: quick ? 20_000 : 200_000, say });
  try {
    await importDeeds(product);
    const seconds = quick ? 5 : 20;
    const buyers = await makeBuyers(product);
    const orders = await Promise.all(buyers.map((cookie) => priceOrders(product, cookie, seconds * 20)));
    say(`${orders.flat().length} orders are priced`);
    const paid = await payAll(product, { buyers, orders, seconds });
    const floor = await ledgerStatementsPerSecond(product, { clients: CLIENTS, seconds });
    return { figures: [figureOf(paid, floor)], notes: [] };
  } finally {
    await product.stop();
  }
}

const figureOf = ({ perSecond, p50, p95 }, floor) => ({
  what: `purchases/s, ${CLIENTS} clients, against the ledger's statements alone in pgbench`,
  measured: `${round(perSecond)}/s (p50 ${round(p50)}, p95 ${round(p95)} ms) against ${round(floor)}/s`,
  value: perSecond / floor,
  goal: { atLeast: 0.25 },
});

/** @returns cookies of users, each with a new account that has bought nothing yet */
export async function makeBuyers({ environment, port }) {
  const rpc = await openLauncherRpc(environment, 'lake');
  const cookies = [];
  const run = randomUUID().slice(0, 8);
  for (let n = 0; n < CLIENTS; n += 1) {
    const username = `buyer.${run}.${n}`;
    const account = { name: `Bench ${run} ${n}`, terms, opening: [['USD', 10_000_000]] };
    await saveAccountWithUsers(rpc, { ...account, usernames: [username], password: demoPassword });
    cookies.push(await signIn(port, username));
  }
  await rpc.close();
  return cookies;
}

/** Prices orders, each of one page that the account has not bought. */
export async function priceOrders({ port }, cookie, count) {
  const guids = [];
  for (let n = 0; n < Math.min(count, keysOfDeeds.length * PAGES_OF_A_DEED); n += 1) {
    const documentKey = keysOfDeeds[n % keysOfDeeds.length];
    const pagesSelected = String(1 + Math.floor(n / keysOfDeeds.length));
    const body = { documentKey, pageSelectionMethod: 'CSV_PAGES', pagesSelected };
    const { imageState } = await askWell(port, { path: 'imaging/computeDownloadOrder', body, cookie });
    guids.push(imageState.guid);
  }
  return guids;
}

async function payAll({ port }, { buyers, orders, seconds }) {
  const times = [];
  const began = performance.now();
  const end = began + seconds * 1_000;
  const buy = async (cookie, guids) => {
    for (const imageStateGuid of guids) {
      const asked = performance.now();
      if (asked > end) return;
      const paid = await askWell(port, {
        path: 'imaging/payDownloadOrder',
        body: { imageStateGuid },
        cookie,
      });
      if (paid.status !== 'PAID') throw new Error(`an order of the bench is ${paid.status}`);
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(buyers.map((cookie, n) => buy(cookie, orders[n])));
  const perSecond = (times.length * 1_000) / (performance.now() - began);
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor((times.length - 1) * share)];
  return { perSecond, p50: at(0.5), p95: at(0.95) };
}
