// Replaces the released version process by process while people work, then goes back to it in the same way.
import { lostPurchases } from '../day.mjs';
import { processNames } from '../fleet.mjs';
import { drill } from '../drill.mjs';
import { violations } from '../product.mjs';
import { previousTag, thisVersion, versionAt } from '../version.mjs';

const BETWEEN = 60;

export const { about, run } = drill({
  about: 'the version before (--from <commit>, else the newest tag) is replaced under load, and rolled back',
  version: async (stage, { from = previousTag() }) => {
    if (from === undefined) throw new Error('There is no tag. Name the version before: --from <commit>');
    stage.today = await thisVersion();
    const before = await versionAt(from);
    stage.atEnd(before.remove);
    return before.version;
  },
  play: async (stage) => {
    const { today, version: before, environment, fleet } = stage;
    const answers = stage.work();
    await stage.answered(3 * BETWEEN);
    const steps = [];
    const step = async (name, work) => {
      const [began, failed] = [answers.requests, answers.failed.length];
      const drained = await work();
      await stage.answered(BETWEEN);
      const row = [name, answers.requests - began, answers.failed.length - failed, drainOf(drained)].map(
        String,
      );
      stage.say(row.join('  '));
      steps.push(row);
    };
    await step(`migrate to ${today.name}`, () => stage.migrate(today));
    for (const name of processNames) await step(`${name} to ${today.name}`, () => fleet.replace(name, today));
    const middle = await lastingViolations(environment);
    for (const name of processNames.toReversed())
      await step(`${name} back to ${before.name}`, () => fleet.replace(name, before));
    await stage.day.end();
    const { told, lost } = await lostPurchases(stage.ask, answers);
    const total = [
      'the whole day',
      answers.requests,
      answers.failed.length,
      `p95 ${answers.percentile(0.95)} ms`,
    ];
    return {
      head: ['step', 'requests', 'failed', 'drained in'],
      rows: [...steps, total.map(String), ['purchases paid, and lost', told, lost.length].map(String)],
      broken: [
        ...answers.failed.map(
          ({ path, status, at }) => `${path} got ${status} at ${new Date(at).toISOString()}`,
        ),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...middle.map((text) => `after the update: ${text}`),
        ...(await stage.violations()).map((text) => `after going back: ${text}`),
      ],
    };
  },
});

const drainOf = (drained) =>
  drained?.ms === undefined ? '' : `${(drained.ms / 1000).toFixed(1)} s, code ${drained.code}`;

/** People keep working, so unfinished work may look wrong for a moment. Only faults that remain count. */
async function lastingViolations(environment) {
  const first = await violations(environment);
  if (first.length === 0) return [];
  const second = await violations(environment);
  return second.filter((text) => first.includes(text));
}
