// `npm run money -- 50000` tests the money property on 50,000 sequences
// (services/payments/test/money-property.spec.ts). MONEY_SEED=<seed of a failure> repeats the sequences of that
// failure. `npm run money -- mutants` removes the checks that protect the money, one at a time, and expects the
// property to fail each time (money-mutants.spec.ts).
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot, runsUnderNode24 } from '../local/node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { runJest } = await import('../local/test-jest.mjs');
  const runs = process.argv[2] ?? '50000';
  const mutants = runs === 'mutants';
  if (!mutants && !/^\d+$/.test(runs)) throw new Error(`"${runs}" is not a number of sequences`);
  Object.assign(process.env, mutants ? { MONEY_MUTANTS: '1' } : { MONEY_RUNS: runs }, {
    LOG_LEVEL: 'silent',
  });
  const folder = path.join(projectRoot, 'test-results');
  mkdirSync(folder, { recursive: true });
  const { failed } = await runJest(folder, [
    '--runInBand',
    `--testPathPatterns=payments/test/money-${mutants ? 'mutants' : 'property'}`,
  ]);
  process.exit(failed.length === 0 ? 0 : 1);
}
