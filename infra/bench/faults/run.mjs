import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { seededRandom } from '../../local/demo/random.mjs';
import { projectRoot } from '../../local/node-version.mjs';
import { ProviderBook } from './book.mjs';
import { check, watch } from './checks.mjs';
import { COUNTY, makeCounty } from './county.mjs';
import { gather, gatherCrowd } from './fleet.mjs';
import { History } from './history.mjs';
import { arm } from './kinds.mjs';
import { openLauncherRpc } from './launcher-rpc.mjs';
import { environmentWithout, mutations } from './mutations.mjs';
import { makePayers } from './payers.mjs';
import { writeReport } from './report.mjs';
import { startStack } from './stack.mjs';
import { storm, Tally } from './storm.mjs';

/** What a run is made of: the whole, or what fits into `npm test`. */
const sizes = {
  whole: {
    replicas: 'payments=2,imaging=2',
    clients: 20,
    county: { documents: 600, imaged: 200 },
    calmMs: 15_000,
  },
  small: { replicas: 'payments=2', clients: 10, county: { documents: 600, imaged: 80 }, calmMs: 0 },
};

/**
 * One run after the other, each on a stack of its own.
 * @param {{ seeds: string[], minutes: number, small: boolean, without?: string }} options minutes: of faults, in all
 * @returns {Promise<number>} the exit code: 0 when everything held, or when a broken product was found out
 */
export async function runFaults({ seeds, minutes, small, without }, say) {
  const mutation = without && mutations[without];
  if (without && !mutation) throw new Error(`--without knows ${Object.keys(mutations).join(', ')}`);
  const results = [];
  for (const seed of seeds) {
    say(`Seed ${seed}: --seed ${seed} --minutes ${minutes / seeds.length} runs it again`);
    const size = small ? sizes.small : sizes.whole;
    const result = await runOnce({
      seed,
      size,
      without,
      mutation,
      ms: (minutes * 60_000) / seeds.length,
      say,
    });
    results.push(result);
    if (seeds.length > 1)
      say(`Seed ${seed}: ${result.tally.total} faults, ${result.broken.length} violations`);
  }
  writeReport(results, say);
  const broken = results.flatMap((result) => result.broken);
  return mutation ? foundOut(mutation, broken, say) : Number(broken.length > 0);
}

async function runOnce({ seed, size, without, mutation, ms, say }) {
  const broken = without ? environmentWithout(without) : {};
  const stack = await startStack({ broken, replicas: size.replicas, say });
  try {
    for (const sql of mutation?.sql ?? []) await stack.ask(sql);
    const result = await stormOver(stack, { seed, size, ms, say, mutation });
    if (result.broken.some((text) => !mutation?.finds.test(text))) keepTraces(stack, result, say);
    return { seed, ...result };
  } finally {
    await stack.stop();
  }
}

async function stormOver(stack, { seed, size, ms, say, mutation }) {
  const random = seededRandom(seed);
  const startedAt = Date.now();
  const { fleet, book, history, tally, auditedTypes } = await prepare(stack, { seed, size, say });
  let over = false;
  const isOver = () => over;
  const living = fleet.live(isOver);
  const calm = await countPurchases(history, size.calmMs);
  const began = performance.now();
  const until = began + ms;
  const isSought = (text) => mutation !== undefined && !mutation.waits && mutation.finds.test(text);
  let found = false;
  const struck = () => found || performance.now() > until;
  say(`Faults strike for ${(ms / 60_000).toFixed(1)} minutes`);
  const forgetting = forgetFailures(stack.ask, struck);
  const [broken] = await Promise.all([
    watch({ ask: stack.ask, isOver: struck, onBroken: (text) => (found ||= isSought(text)) }),
    storm({ stack, random, tally, isOver: struck }),
    forgetting,
    crashAt(stack, mutation?.crashes, struck),
  ]);
  const seconds = (performance.now() - began) / 1_000;
  await calmDown(stack, book, tally);
  const after = found ? 0 : await countPurchases(history, size.calmMs, 10_000);
  over = true;
  await living;
  await fleet.leave();
  say('The faults are over; what is under way ends');
  if (!found)
    broken.push(...(await check({ ask: stack.ask, book, history, random, auditedTypes, isSought })));
  const steady = { before: calm, after };
  return {
    history,
    tally,
    seconds,
    broken,
    steady,
    interrupted: await interruptedOrders(stack.ask),
    credits: await creditTimes(stack.ask, book, startedAt),
  };
}

async function prepare(stack, { seed, size, say }) {
  const [{ chargeSearch }, { auditedTypes }] = await Promise.all([
    import('@portal/proto/rpc/payments'),
    import('../../../services/reports/dist/audit/audit.rules.js'),
  ]);
  const rpc = await openLauncherRpc(stack.environment, COUNTY);
  await makeCounty({ rpc, stack, size: size.county, say: () => undefined });
  const documents = await stack.ask(
    `SELECT document_key AS "documentKey", page_count AS "pageCount" FROM imaging.document_images
      WHERE county_id = $1 AND page_count > 1 ORDER BY document_key`,
    [COUNTY],
  );
  const payers = await makePayers({ rpc, count: size.clients });
  const book = new ProviderBook(stack.provider);
  const [history, tally] = [new History(), new Tally()];
  // past Redis's restarts, as services are
  const callers = await openLauncherRpc({ ...stack.environment, REDIS_URL: stack.redisUrl }, COUNTY);
  const charge = (actor, key) => callers.charge(chargeSearch, { item: 'searchByName', key }, actor);
  const { origin, ask } = stack;
  const fleet = await gather({ payers, seed, origin, documents, book, history, tally, charge, ask });
  const redis = () => new Redis(stack.redis.server.url, { maxRetriesPerRequest: 1 });
  const flushRedis = async () => {
    const client = redis();
    client.on('error', () => undefined);
    await client.flushall().finally(() => client.disconnect());
  };
  Object.assign(stack, { book, flushRedis, crowd: gatherCrowd({ origin, payers }) });
  say(`${payers.length} clients, ${documents.length} documents`);
  return { fleet, book, history, tally, auditedTypes };
}

/** Purchases a minute that ended well while no fault struck; the first milliseconds do not count. */
async function countPurchases(history, ms, restMs = 0) {
  if (ms === 0) return 0;
  await sleep(restMs);
  const before = history.count('purchase', 'ok');
  await sleep(ms);
  return ((history.count('purchase', 'ok') - before) * 60_000) / ms;
}

/** What stands in the way of card testers counts an hour; here an hour passes every few seconds (S37). */
async function forgetFailures(ask, isOver) {
  while (!isOver()) {
    await sleep(5_000);
    await ask(
      `UPDATE payments.payment_attempt SET created_at = created_at - interval '1 hour', declined_at = declined_at - interval '1 hour'
        WHERE created_at BETWEEN now() - interval '1 hour' AND now() - interval '20 seconds'`,
    );
  }
}

/** Ends whoever comes by the failpoint, again and again. */
async function crashAt({ failpoints }, name, isOver) {
  while (name && !isOver()) {
    arm(failpoints, name, 'crash');
    await sleep(2_000);
  }
}

async function calmDown(stack, book, tally) {
  for (const { proxy } of [stack.postgres, stack.redis, stack.provider]) proxy.heal();
  // a failpoint that somebody has reached bears the process's number
  const waiting = readdirSync(stack.failpoints).filter((name) => !/\.\d+$/.test(name));
  for (const name of waiting) rmSync(path.join(stack.failpoints, name), { force: true });
  tally.forget('F2', waiting.length);
  await book.behave();
}

/** Seconds from hold to end of the orders that another try than the first has ended. */
const interruptedOrders = async (ask) =>
  (
    await ask(
      `SELECT extract(epoch FROM closed_at - held_at)::float8 AS seconds FROM payments.download_order
        WHERE attempts > 1 AND closed_at IS NOT NULL`,
    )
  ).map(({ seconds }) => seconds);

/** Seconds from the payment on the card page to its credit; of payments that were not made to look old. */
async function creditTimes(ask, book, since) {
  const booked = (await book.transactions()).map(({ transId, submitTimeUTC }) => [
    transId,
    Date.parse(submitTimeUTC),
  ]);
  const paid = new Map(booked.filter(([, at]) => at > since));
  const rows = await ask(
    `SELECT provider_txn_id AS id, verified_at AS at FROM payments.payment_attempt
      WHERE verified_at IS NOT NULL AND purpose = 'DEPOSIT'`,
  );
  return rows.filter(({ id }) => paid.has(id)).map(({ id, at }) => (at.getTime() - paid.get(id)) / 1_000);
}

/** What it takes to find out afterwards: what clients did, which faults struck, what the services said. */
function keepTraces(stack, { history, tally, broken }, say) {
  const folder = path.join(projectRoot, '.data/faults');
  mkdirSync(folder, { recursive: true });
  const entries = history.entries.map((entry) => JSON.stringify(entry));
  writeFileSync(path.join(folder, 'history.jsonl'), `${entries.join('\n')}\n`);
  writeFileSync(path.join(folder, 'faults.txt'), `${tally.lines.join('\n')}\n`);
  writeFileSync(path.join(folder, 'broken.txt'), `${broken.join('\n')}\n`);
  copyFileSync(stack.logFile, path.join(folder, 'services.log'));
  say(`What happened is in ${folder}`);
}

function foundOut({ finds }, broken, say) {
  const found = broken.find((text) => finds.test(text));
  say(found ? `Found out, as it must be: ${found}` : `NOT FOUND: ${finds} should be broken`);
  return found ? 0 : 1;
}
