import { cpus } from 'node:os';
import { seededRandom } from '../../local/demo/random.mjs';
import { check } from './checks.mjs';
import { PortalClient } from './client.mjs';
import { buy, killAtRandom } from './load.mjs';
import { environmentWithout, mutations } from './mutations.mjs';
import { COUNTY, makeCounty } from './county.mjs';
import { openLauncherRpc } from './launcher-rpc.mjs';
import { makePayers } from './payers.mjs';
import { startStack } from './stack.mjs';

const say = (line) => process.stdout.write(`${line}\n`);

/**
 * @param {{ purchases: number, clients: number, kills: number, seed: string, without?: string }} options
 * @returns {Promise<number>} the exit code: 0 when everything held, or when a broken product was found out
 */
export async function runFaults(options) {
  const mutation = options.without && mutations[options.without];
  if (options.without && !mutation) throw new Error(`--without knows ${Object.keys(mutations).join(', ')}`);
  say(`Seed ${options.seed}`);
  const broken = mutation ? environmentWithout(options.without) : {};
  const stack = await startStack({ broken, say });
  try {
    if (mutation) await stack.ask(mutation.sql);
    const result = await runLoad(stack, options);
    report(options, result);
    return mutation ? foundOut(mutation, result.broken) : Number(result.broken.length > 0);
  } finally {
    await stack.stop();
  }
}

async function runLoad(stack, { purchases, clients: count, kills, seed }) {
  const random = seededRandom(seed);
  const rpc = await openLauncherRpc(stack.environment, COUNTY);
  await makeCounty({ rpc, stack, say });
  const documents = await stack.ask(
    `SELECT document_key AS "documentKey", page_count AS "pageCount" FROM imaging.document_images
      WHERE county_id = $1 AND page_count > 1 ORDER BY document_key`,
    [COUNTY],
  );
  const clients = (await makePayers({ rpc, count, purchases })).map(
    (payer) => new PortalClient(stack.origin, payer),
  );
  await rpc.close();
  for (const client of clients) await client.signIn();
  say(`${clients.length} clients buy pages of ${documents.length} documents`);
  let over = false;
  const began = performance.now();
  const shopping = buy({ clients, documents, purchases, random }).finally(() => (over = true));
  const killing = killAtRandom({ stack, kills, random, isOver: () => over, say });
  const [seen, killed] = await Promise.all([shopping, killing]);
  const seconds = (performance.now() - began) / 1_000;
  const broken = await check({ ask: stack.ask, seen, random });
  return { seen, killed, seconds, interrupted: await interruptedOrders(stack.ask), broken };
}

/** Orders that another try than the first has ended, and the seconds from their hold to their end. */
async function interruptedOrders(ask) {
  const [row] = await ask(
    `SELECT count(*)::int AS count, max(seconds) AS longest,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS half
       FROM (SELECT extract(epoch FROM closed_at - held_at)::float8 AS seconds
               FROM payments.download_order WHERE attempts > 1) AS ended`,
  );
  return row.count === 0 ? '0' : `${row.count}, ${row.half.toFixed(1)} / ${row.longest.toFixed(1)}`;
}

function report({ purchases, seed, without }, { seen, killed, seconds, interrupted, broken }) {
  const of = (outcome) => seen.filter((purchase) => purchase.outcome === outcome).length;
  const times = seen.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  say('');
  say(`| figure | value |\n|---|---|`);
  const rows = [
    ['seed', `${seed}${without ? `, without ${without}` : ''}`],
    ['machine', `${cpus().length} cores, ${cpus()[0]?.model ?? ''}`],
    ['purchases', `${seen.length} of ${purchases}`],
    ['PAID / refused / unknown to the client', `${of('PAID')} / ${of('REFUSED')} / ${of('UNKNOWN')}`],
    ['killed -9: payments / imaging', `${killed.payments} / ${killed.imaging}`],
    ['interrupted orders, hold to end p50 / longest (s)', interrupted],
    ['clients that had to ask again', seen.filter(({ asked }) => asked > 1).length],
    ['seconds, purchases a second', `${seconds.toFixed(0)}, ${(seen.length / seconds).toFixed(1)}`],
    ['pay p50 / p95 / p99 / longest (ms)', `${at(0.5)} / ${at(0.95)} / ${at(0.99)} / ${at(1)}`],
    ['broken invariants', broken.length],
  ];
  for (const [figure, value] of rows) say(`| ${figure} | ${value} |`);
  for (const text of broken.slice(0, 20)) say(`BROKEN ${text}`);
}

function foundOut({ finds }, broken) {
  const found = broken.some((text) => text.startsWith(finds));
  say(found ? `Found out, as it must be: ${finds}` : `NOT FOUND: ${finds} should be broken`);
  return found ? 0 : 1;
}
