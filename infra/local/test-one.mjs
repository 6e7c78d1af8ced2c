// `npm run test:http -- <file>` and `npm run test:browser -- <file>` run the end-to-end tests of some files. `npm run
// walks` runs all browser tests, including those that `npm test` leaves out or shortens. All three use the product at
// PORTAL_PORT (with PORTAL_DATA, its data folder), or start one.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { Problem, reportAndExit } = await import('./problem.mjs');
  const { runOne } = await import('./test-product.mjs');
  const [kind, ...args] = process.argv.slice(2);
  const run = (of) => runOne(of, args, process.env).then((code) => process.exit(code), reportAndExit);
  if (kind === 'walks') {
    process.env.WALKS = '1';
    await run('browser');
  } else if ((kind !== 'http' && kind !== 'browser') || args.length === 0)
    reportAndExit(
      new Problem('Usage: npm run test:http -- <file> [-t title], npm run test:browser -- <file> [-g title]'),
    );
  else await run(kind);
}
