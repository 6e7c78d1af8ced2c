import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { seededRandom } from '../../local/demo/random.mjs';
import { ProviderBook } from './book.mjs';
import { countPurchases, judgeSteadiness } from './calm.mjs';
import { check, watch } from './checks.mjs';
import { COUNTY, makeCounty } from './county.mjs';
import { arm, disarm } from './failpoints.mjs';
import { gather, gatherCrowd } from './fleet.mjs';
import { History } from './history.mjs';
import { openLauncherRpc } from './launcher-rpc.mjs';
import { environmentWithout, mutations } from './mutations.mjs';
import { makeLeavers, makePayers } from './payers.mjs';
import { makeForgotten, writeOldRecords } from './purge-operations.mjs';
import { writeReport } from './report.mjs';
import { startStack } from './stack.mjs';
import { restoreTo, takeBackup } from './restore.mjs';
import { storm, Tally } from './storm.mjs';
import { dumpAtFirst, keepTraces } from './traces.mjs';

/** The sizes of a run: a full run, and a small run that fits into `npm test`. */
const sizes = {
  whole: {
    replicas: 'payments=2,imaging=2,billing=2',
    clients: 20,
    leavers: 60,
    billed: 14,
    forgotten: 80,
    oldRecords: 6_000,
    county: { documents: 600, imaged: 200 },
    calmMs: 20_000,
    holeSeconds: [10, 30],
    least: { 'F8 black hole': 1, 'F10 dead': 1, 'F13 damage': 3, 'F14 share': 1, F15: 2, F18: 2 },
    lateAfter: 0.4,
    restores: true,
  },
  small: {
    replicas: 'payments=2',
    clients: 10,
    leavers: 12,
    billed: 7,
    forgotten: 16,
    oldRecords: 200,
    county: { documents: 600, imaged: 80 },
    calmMs: 0,
    holeSeconds: [8, 10],
    least: { F1: 2, F4: 1, F9: 1, 'F10 dead': 1, 'F8 black hole': 1, 'F13 damage': 2, F15: 1, F18: 1 },
    lateAfter: 0.1,
  },
};

/**
 * Runs one seed after the other, each on its own stack.
 * @param {{ seeds: string[], minutes: number, small: boolean, without?: string }} options `minutes`: the total time of
 * faults of all seeds; `without`: names a mutation that breaks the product on purpose
 * @returns {Promise<number>} the exit code: 0 when every invariant held or, with `without`, when the run detected the
 * mutation
 */
export async function runFaults({ seeds, minutes, small, without }, say) {
  const mutation = without && mutations[without];
  if (without && !mutation) throw new Error(`--without knows ${Object.keys(mutations).join(', ')}`);
  const results = [];
  for (const seed of seeds) {
    say(`Seed ${seed}: --seed ${seed} --minutes ${minutes / seeds.length} runs it again`);
    const size = small ? sizes.small : sizes.whole;
    const each = minutes / seeds.length;
    const result = await runOnce({ seed, size, small, without, mutation, minutes: each, say });
    results.push(result);
    if (seeds.length > 1)
      say(`Seed ${seed}: ${result.tally.total} faults, ${result.broken.length} violations`);
  }
  writeReport(results, say);
  const broken = results.flatMap((result) => result.broken);
  return mutation ? foundOut(mutation, broken, say) : Number(broken.length > 0);
}

async function runOnce({ seed, size, small, without, mutation, minutes, say }) {
  const broken = without ? environmentWithout(without) : {};
  const stack = await startStack({ broken, replicas: size.replicas, say });
  try {
    for (const sql of mutation?.sql ?? []) await stack.ask(sql);
    const ms = minutes * 60_000;
    const keep = (result) => keepTraces(stack, { seed, minutes, small, ...result }, say);
    const result = await stormOver(stack, { seed, size, ms, say, mutation, keep });
    return { seed, ...result };
  } finally {
    await stack.stop();
  }
}

async function stormOver(stack, { seed, size, ms, say, mutation, keep }) {
  const random = seededRandom(seed);
  const startedAt = Date.now();
  const run = { ...(await prepare(stack, { seed, size, say })), random };
  const { fleet, book, history, tally, auditedTypes } = run;
  const backup = size.restores && !mutation && (await takeBackup(stack));
  let over = false;
  const living = fleet.live(() => over);
  const calm = await countPurchases(history, size.calmMs);
  say(`Faults strike for ${(ms / 60_000).toFixed(1)} minutes`);
  const { found, isSought, broken, began, ended } = await strikeFor(stack, run, { seed, size, ms, mutation });
  await calmDown(stack, book, tally);
  const after = found ? undefined : await countPurchases(history, size.calmMs, { restMs: 10_000 });
  over = true;
  await living;
  await fleet.leave();
  say('The faults are over; what is under way ends');
  if (!found)
    broken.push(
      ...(await check({
        ask: stack.ask,
        book,
        history,
        random,
        auditedTypes,
        isSought,
        objects: stack.environment.OBJECTS_DIR,
      })),
    );
  const steady = judgeSteadiness(calm, after);
  if (!mutation) broken.push(...steady.broken);
  const figures = {
    interrupted: await interruptedOrders(stack.ask),
    credits: await creditTimes(stack.ask, book, startedAt),
  };
  const expected = mutation && broken.some((text) => mutation.finds.test(text));
  if (broken.length > 0 && !expected) await keep({ history, tally, broken });
  if (backup) {
    const moment = new Date(began + (0.2 + 0.75 * random.next()) * (ended - began));
    const lost = await restoreAt(stack, { backup, moment, book, history, tally, say });
    if (lost.length > 0) await keep({ history, tally, broken: [...broken, ...lost], prefix: 'restored-' });
    broken.push(...lost);
  }
  return { history, tally, seconds: (ended - began) / 1_000, broken, steady, ...figures };
}

/**
 * F17: restores the database. This is safe even after violations, because the database in which they were found has
 * been dumped by then.
 */
async function restoreAt(stack, { tally, say, ...how }) {
  const moment = how.moment.toISOString();
  say(`${tally.total} faults; the database is restored to ${moment}`);
  const broken = await restoreTo(stack, how).catch((error) => [
    `the harness could not strike F17: ${error.stack}`,
  ]);
  tally.add('F17', `restored to ${moment}`);
  return broken;
}

/** Lets faults strike for this long, or until the expected violation is found. */
async function strikeFor(stack, { random, tally, fleet }, { seed, size, ms, mutation }) {
  const isSought = (text) => mutation !== undefined && !mutation.waits && mutation.finds.test(text);
  const began = Date.now();
  const since = performance.now();
  let found = false;
  let firstDump;
  const isOver = () => found || performance.now() > since + ms;
  const isLate = () => performance.now() > since + size.lateAfter * ms;
  const onBroken = (text) => {
    found ||= isSought(text);
    if (!mutation) firstDump ??= dumpAtFirst(stack, seed);
  };
  const [watched, seen] = await Promise.all([
    watch({ ask: stack.ask, isOver, onBroken }),
    storm({ stack, random, tally, isOver, isLate, least: mutation ? {} : size.least }),
    forgetFailures(stack.ask, fleet, isOver),
    crashAt(stack, mutation?.crashes, isOver),
  ]);
  await firstDump;
  return { found, isSought, broken: [...watched, ...seen], began, ended: Date.now() };
}

async function prepare(stack, { seed, size, say }) {
  const [{ chargeSearch, settleFiling: settle }, { auditedTypes }] = await Promise.all([
    import('@portal/proto/rpc/payments'),
    import('../../../services/reports/dist/audit/audit.rules.js'),
  ]);
  const rpc = await openLauncherRpc(stack.environment, COUNTY);
  await writeOldRecords({ ask: stack.ask, count: size.oldRecords });
  await makeCounty({ rpc, stack, size: size.county, say: () => undefined });
  const documents = await stack.ask(
    `SELECT document_key AS "documentKey", page_count AS "pageCount" FROM imaging.document_images
      WHERE county_id = $1 AND page_count > 1 ORDER BY document_key`,
    [COUNTY],
  );
  const payers = await makePayers({ rpc, count: size.clients });
  const forgotten = await makeForgotten({ rpc, count: size.forgotten });
  const leavers = await makeLeavers({ rpc, count: size.leavers });
  const book = new ProviderBook(stack.provider);
  const [history, tally] = [new History(), new Tally()];
  // connects through the proxy, whose address stays the same when Redis restarts
  const callers = await openLauncherRpc({ ...stack.environment, REDIS_URL: stack.redisUrl }, COUNTY);
  const charge = (actor, key) => callers.charge(chargeSearch, { item: 'searchByName', key }, actor);
  const settleFiling = (filing, taken) => callers.send(settle, { filing, taken });
  const { origin, ask } = stack;
  const shared = {
    documents,
    book,
    history,
    tally,
    charge,
    ask,
    settleFiling,
    forgotten,
    billed: size.billed,
  };
  const fleet = await gather({ payers, leavers, seed, origin, ...shared });
  const redis = () => new Redis(stack.redis.server.url, { maxRetriesPerRequest: 1 });
  const flushRedis = async () => {
    const client = redis();
    client.on('error', () => undefined);
    await client.flushall().finally(() => client.disconnect());
  };
  const { holeSeconds } = size;
  Object.assign(stack, { book, history, flushRedis, holeSeconds, crowd: gatherCrowd({ origin, payers }) });
  say(`${payers.length} clients, ${documents.length} documents`);
  return { fleet, book, history, tally, auditedTypes };
}

/**
 * Every few seconds, dates recent card payments back by one hour and gives the users new addresses. Otherwise the
 * limits on card testers (S37) would stop the users.
 */
async function forgetFailures(ask, fleet, isOver) {
  for (let times = 1; !isOver(); times += 1) {
    await sleep(5_000);
    fleet.move(times);
    await ask(
      `UPDATE payments.payment_attempt SET created_at = created_at - interval '1 hour', declined_at = declined_at - interval '1 hour'
        WHERE created_at BETWEEN now() - interval '1 hour' AND now() - interval '20 seconds'`,
    );
  }
}

/** As long as the run lasts, kills each process that reaches the failpoint. */
async function crashAt({ failpoints }, name, isOver) {
  while (name && !isOver()) {
    arm(failpoints, name, 'crash');
    await sleep(2_000);
  }
}

async function calmDown(stack, book, tally) {
  for (const { proxy } of [stack.postgres, stack.redis, stack.provider]) proxy.heal();
  tally.forget(disarm(stack.failpoints));
  await book.behave();
}

/** Seconds from the hold of the money to the end of the order, for each order that needed more than one attempt. */
const interruptedOrders = async (ask) =>
  (
    await ask(
      `SELECT extract(epoch FROM closed_at - held_at)::float8 AS seconds FROM payments.download_order
        WHERE attempts > 1 AND closed_at IS NOT NULL`,
    )
  ).map(({ seconds }) => seconds);

/** Seconds from the payment on the card page to its credit, except for payments that a fault has dated back. */
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

function foundOut({ finds }, broken, say) {
  const found = broken.find((text) => finds.test(text));
  say(found ? `Found out, as it must be: ${found}` : `NOT FOUND: ${finds} should be broken`);
  return found ? 0 : 1;
}
