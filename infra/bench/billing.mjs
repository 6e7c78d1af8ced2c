// `npm run billing -- --years 3 [--seeds 3] [--seed 1] [--counties 45]` runs the billing matrix in simulated time
// (services/billing/test/billing-matrix.spec.ts). The matrix has counties in every time zone, processes that die at
// each step, pauses in which no process runs, and buttons that are pressed ten times. `--seed` repeats a failure.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot, runsUnderNode24 } from '../local/node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { runJest } = await import('../local/test-jest.mjs');
  const { values } = parseArgs({
    options: {
      years: { type: 'string', default: '3' },
      seeds: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      counties: { type: 'string', default: '45' },
    },
  });
  for (const [name, value] of Object.entries(values))
    if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} ${value} is not a number above 0`);
  Object.assign(process.env, {
    BILLING_MONTHS: String(Number(values.years) * 12),
    ...{ BILLING_SEEDS: values.seeds, BILLING_SEED: values.seed, BILLING_COUNTIES: values.counties },
    LOG_LEVEL: 'silent',
  });
  const folder = path.join(projectRoot, 'test-results');
  mkdirSync(folder, { recursive: true });
  const { failed } = await runJest(folder, ['--runInBand', '--testPathPatterns=billing/test/billing-matrix']);
  process.exit(failed.length === 0 ? 0 : 1);
}
