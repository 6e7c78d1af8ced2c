// `npm run guards [-- <name> …] [--http]`: takes one guard after the other out and shows that its test notices. Without
// names all of them that need no running product; with --http those of the door too, each on a product of its own.
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
