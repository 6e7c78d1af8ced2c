// The purchases of all clients and the kills between them.
import { setTimeout as sleep } from 'node:timers/promises';

/** One to five pages of a document, ascending; selections overlap. */
function pickPages(random, pageCount) {
  const pages = new Set();
  const wanted = Math.min(pageCount, random.between(1, 5));
  while (pages.size < wanted) pages.add(random.between(1, pageCount));
  return [...pages].sort((a, b) => a - b);
}

/** Often the document of the moment, so that both users of an account are at the same pages at once. */
function pickDocument(random, documents) {
  const moment = Math.floor(Date.now() / 1_500) % documents.length;
  return random.chance(0.3) ? documents[moment] : random.pick(documents);
}

/**
 * Buys until `purchases` orders have an outcome. Documents are few enough that accounts meet pages they have.
 * @returns what clients saw, with the pages of each order and the milliseconds that paying took
 */
export async function buy({ clients, documents, purchases, random }) {
  const seen = [];
  let left = purchases;
  const shop = async (client) => {
    while (left > 0) {
      left -= 1;
      const { documentKey, pageCount } = pickDocument(random, documents);
      const pages = pickPages(random, pageCount);
      const guid = await client.price(documentKey, pages);
      if (guid === undefined) {
        left += 1;
        continue;
      }
      const began = performance.now();
      const paid = await client.pay(guid);
      seen.push({ guid, client, pages: pages.length, ms: performance.now() - began, ...paid });
    }
  };
  await Promise.all(clients.map(shop));
  return seen;
}

/** Kills one process after the other with -9, of either service, until told to stop or all kills are done. */
export async function killAtRandom({ stack, kills, random, isOver, say }) {
  const killed = { payments: 0, imaging: 0 };
  for (let done = 0; done < kills && !isOver();) {
    await sleep(random.between(800, 4_000));
    const service = random.pick(['payments', 'imaging']);
    const [pid] = stack.pidsOf(service).sort(() => random.next() - 0.5);
    if (pid === undefined) continue;
    process.kill(pid, 'SIGKILL');
    killed[service] += 1;
    done += 1;
    if (done % 10 === 0) say(`${done} processes killed`);
  }
  return killed;
}
