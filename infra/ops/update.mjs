// Updates the previous version under load. This is the common part of the drills about updates.
import { lostPurchases } from './day.mjs';
import { seconds } from './drill.mjs';
import { violations } from './product.mjs';
import { recordSteps, stepColumns, totals } from './steps.mjs';
import { previousTag, thisVersion, versionAt } from './version.mjs';

const BETWEEN = 60;

/**
 * Builds the previous version, which the product runs at first, and sets `stage.today` to the version that replaces it.
 */
export async function versionBefore(stage, { from = previousTag() }) {
  if (from === undefined) throw new Error('There is no tag. Name the previous version: --from <commit>');
  stage.today = await thisVersion();
  const before = await versionAt(from);
  stage.atEnd(before.remove);
  return before.version;
}

/**
 * @param {import('./drill.mjs').Stage} stage
 * @param {(step: (name: string, work: () => Promise<object>) => Promise<void>) => Promise<string[]>} update makes the
 * update in steps and returns the faults that it found
 */
export async function playUpdate(stage, update) {
  const answers = stage.work();
  await stage.answered(3 * BETWEEN);
  const { rows, step } = recordSteps(stage, answers);
  const found = await update((name, work) =>
    step(name, async () => {
      const drained = await work();
      await stage.answered(BETWEEN);
      return [drainOf(drained)];
    }),
  );
  await stage.day.end();
  const { told, lost } = await lostPurchases(stage.ask, answers);
  const { requests, failed } = answers;
  const total = ['the whole day', requests, failed.length, `p95 ${answers.percentile(0.95)} ms`];
  return {
    head: [...stepColumns, 'drained in'],
    rows: [...rows, total.map(String), ...totals(answers, { told, lost })],
    broken: [
      ...failed.map(({ path, status, at }) => `${path} got ${status} at ${new Date(at).toISOString()}`),
      ...lost.map((guid) => `${guid} was paid and is lost`),
      ...found.map((text) => `after the update: ${text}`),
      ...(await stage.violations()).map((text) => `after going back: ${text}`),
    ],
  };
}

const drainOf = (drained) =>
  drained?.ms === undefined ? '' : `${seconds(drained.ms)}, code ${drained.code}`;

/** The faults that two checks in a row find. People keep working, so a single check may see unfinished work. */
export async function lastingViolations(environment) {
  const first = await violations(environment);
  if (first.length === 0) return [];
  const second = await violations(environment);
  return second.filter((text) => first.includes(text));
}
