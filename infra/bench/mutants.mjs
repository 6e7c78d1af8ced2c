// `npm run mutants [-- <area or file> …] [--survivors]`: makes one small change at a time in the rules (`*.rules.ts`)
// and counts the changes that make a small test (`*rules.spec.ts` of the same package) fail. Without names it takes all
// areas and stores the figures in MUTANTS.md.
import { parseArgs } from 'node:util';
import { runsUnderNode24 } from '../local/node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { values, positionals } = parseArgs({
    options: { survivors: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { runMutants } = await import('./mutants/run.mjs');
  const { reportAndExit } = await import('../local/problem.mjs');
  await runMutants({ ...values, names: positionals }).then((code) => process.exit(code), reportAndExit);
}
