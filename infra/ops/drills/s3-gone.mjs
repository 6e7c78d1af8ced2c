// Kills the object store under load and starts it again: pages and purchases are refused meanwhile, searches go on.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beginDay, lostPurchases, untilAnswered } from '../day.mjs';
import { startObjectServer } from '../object-server.mjs';
import {
  drillFolder,
  environmentFor,
  furnish,
  migrateTo,
  openServers,
  startFleet,
  violations,
} from '../product.mjs';
import { thisVersion } from '../version.mjs';

export const about = 'the object store is killed under load and started again';

/** What people may see after the store is back. */
const MOST_AFTER_MS = 5_000;

/** @returns {Promise<{ head: string[], rows: string[][], broken: string[] }>} */
export async function run({ say }) {
  const { folder, remove } = drillFolder();
  const today = await thisVersion();
  const servers = await openServers(folder);
  const admin = new pg.Pool({ connectionString: servers.databaseUrl, max: 2 });
  const ask = async (sql, params) => (await admin.query(sql, params)).rows;
  let objects;
  let fleet;
  try {
    objects = await startObjectServer(path.join(folder, 's3'));
    const environment = environmentFor({ folder, ...servers, more: objects.environment });
    await migrateTo(today, environment);
    fleet = await startFleet(today, { environment, folder });
    const office = await furnish(today, { environment, folder, ask });
    const day = beginDay({ ...office, origin: (nth) => fleet.origin(nth) });
    await untilAnswered(day.answers, 200);
    say('the object store is killed');
    const [before, from] = [day.answers.failed.length, Date.now()];
    await objects.kill();
    await untilAnswered(day.answers, 200);
    await objects.start();
    const back = Date.now();
    say('the object store is back');
    await untilAnswered(day.answers, 200);
    const answers = await day.end();
    const refused = answers.failed.slice(before);
    const { told, lost } = await lostPurchases(ask, answers);
    const charged = await chargedOf(ask, answers);
    const found = await quietly(environment);
    const after = answers.purchases.filter(({ outcome, at }) => outcome === 'PAID' && at > back).length;
    const last = Math.max(back, ...refused.map(({ at }) => at)) - back;
    return {
      head: ['what', 'figure'],
      rows: [
        ['requests, of them refused', `${answers.requests}, ${refused.length} ${answers.reasons}`],
        ['refused requests, by what was asked', asked(refused)],
        ['time without the object store', `${((back - from) / 1000).toFixed(1)} s`],
        ['last refusal after it was back', `${(last / 1000).toFixed(1)} s`],
        ['purchases refused, of them charged', `${charged.refused}, ${charged.charged.length}`],
        ['purchases told to be paid, lost', `${told}, ${lost.length}`],
        ['purchases paid after it was back', String(after)],
      ],
      broken: [
        ...refused.filter((one) => !isHonest(one)).map(({ path: what, status }) => `${what} got ${status}`),
        ...(last > MOST_AFTER_MS ? [`the last refusal came ${last} ms after the store was back`] : []),
        ...(after === 0 ? ['nobody could buy after the store was back'] : []),
        ...charged.charged.map((guid) => `${guid} was refused and is charged`),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...found,
      ],
    };
  } finally {
    await fleet?.stop();
    await objects?.stop();
    await admin.end();
    await servers.stop();
    if (!process.env.KEEP_DRILL) remove();
  }
}

/** Only what needs files may be refused, and it says when to come back. */
const isHonest = ({ path: what, status, retryAfter }) =>
  what.startsWith('imaging/') && (status === 503 || status === 504) && Boolean(retryAfter);

const asked = (refused) => {
  const counts = new Map();
  for (const { path: what } of refused) {
    const kind = what.includes('thumbnail') ? 'pictures' : what.split('/')[1];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
};

/** Purchases that nobody was told to be paid, and those of them that the database knows as paid. */
async function chargedOf(ask, { purchases }) {
  const refused = purchases.filter(({ outcome }) => outcome !== 'PAID').map(({ guid }) => guid);
  const rows = await ask(
    `SELECT image_state_id::text AS guid FROM payments.download_order
      WHERE image_state_id::text = ANY($1) AND state IN ('PAID', 'DELIVERED')`,
    [refused],
  );
  return { refused: refused.length, charged: rows.map(({ guid }) => guid) };
}

/** Facts are on their way for some seconds more. */
async function quietly(environment) {
  for (let tried = 1; ; tried += 1) {
    const found = await violations(environment);
    if (found.length === 0 || tried === 20) return found;
    await sleep(1_000);
  }
}
