// Replaces the released version process by process while people work, and goes back the same way.
import pg from 'pg';
import { beginDay, lostPurchases, untilAnswered } from '../day.mjs';
import { processNames } from '../fleet.mjs';
import {
  drillFolder,
  environmentFor,
  furnish,
  migrateTo,
  openServers,
  startFleet,
  violations,
} from '../product.mjs';
import { previousTag, thisVersion, versionAt } from '../version.mjs';

export const about =
  'the version before (--from <commit>, else the newest tag) is replaced under load, and rolled back';

const BETWEEN = 60;

/** @returns {Promise<{ rows: string[][], broken: string[] }>} */
export async function run({ from = previousTag(), say }) {
  if (from === undefined) throw new Error('There is no tag. Name the version before: --from <commit>');
  const { folder, remove } = drillFolder();
  const [today, before] = [await thisVersion(), await versionAt(from)];
  const servers = await openServers(folder);
  const environment = environmentFor({ folder, ...servers });
  const admin = new pg.Pool({ connectionString: servers.databaseUrl, max: 2 });
  const ask = async (sql, params) => (await admin.query(sql, params)).rows;
  let fleet;
  try {
    await migrateTo(before.version, environment);
    fleet = await startFleet(before.version, { environment, folder });
    const office = await furnish(before.version, { environment, folder, ask });
    say(
      `${before.version.name} runs; ${office.people.length} people, ${office.documents.length} documents with pages`,
    );
    const day = beginDay({ ...office, origin: (nth) => fleet.origin(nth) });
    await untilAnswered(day.answers, 3 * BETWEEN);
    const steps = [];
    const step = async (name, work) => {
      const [began, failed] = [day.answers.requests, day.answers.failed.length];
      const drained = await work();
      await untilAnswered(day.answers, BETWEEN);
      const row = [
        name,
        day.answers.requests - began,
        day.answers.failed.length - failed,
        drainOf(drained),
      ].map(String);
      say(row.join('  '));
      steps.push(row);
    };
    await step(`migrate to ${today.name}`, () => migrateTo(today, environment));
    for (const name of processNames) await step(`${name} to ${today.name}`, () => fleet.replace(name, today));
    const middle = await quietViolations(environment);
    for (const name of processNames.toReversed())
      await step(`${name} back to ${before.version.name}`, () => fleet.replace(name, before.version));
    const answers = await day.end();
    const { told, lost } = await lostPurchases(ask, answers);
    const after = await quietViolations(environment);
    const total = [
      'the whole day',
      answers.requests,
      answers.failed.length,
      `p95 ${answers.percentile(0.95)} ms`,
    ].map(String);
    const money = ['purchases paid, and lost', told, lost.length].map(String);
    return {
      head: ['step', 'requests', 'failed', 'drained in'],
      rows: [...steps, total, money],
      broken: [
        ...answers.failed.map(
          ({ path, status, at }) => `${path} got ${status} at ${new Date(at).toISOString()}`,
        ),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...middle.map((text) => `after the update: ${text}`),
        ...after.map((text) => `after going back: ${text}`),
      ],
    };
  } finally {
    await fleet?.stop();
    await admin.end();
    await servers.stop();
    before.remove();
    if (!process.env.KEEP_DRILL) remove();
  }
}

const drainOf = (drained) =>
  drained?.ms === undefined ? '' : `${(drained.ms / 1000).toFixed(1)} s, code ${drained.code}`;

/** People go on meanwhile, so what is under way may look wrong for a moment: only what stays counts. */
async function quietViolations(environment) {
  const first = await violations(environment);
  if (first.length === 0) return [];
  const second = await violations(environment);
  return second.filter((text) => first.includes(text));
}
