// `npm run guards [-- <name> …] [--http]`: removes one guard after another and shows that its test fails. Without names
// it takes all guards that need no running product. With --http it also takes the guards that are tested over HTTP,
// each on a product that was started without the guard.
import { parseArgs } from 'node:util';
import { runsUnderNode24 } from '../local/node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { values, positionals } = parseArgs({
    options: { http: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { runGuards } = await import('./guards/run.mjs');
  const { reportAndExit } = await import('../local/problem.mjs');
  await runGuards({ ...values, names: positionals }).then((code) => process.exit(code), reportAndExit);
}
