// `npm run test:http -- <file>` and `npm run test:browser -- <file>`: runs the end-to-end tests of some files. It uses
// the product at PORTAL_PORT (with PORTAL_DATA, its data folder), or starts one for them.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { Problem, reportAndExit } = await import('./problem.mjs');
  const { runOne } = await import('./test-product.mjs');
  const [kind, ...args] = process.argv.slice(2);
  if ((kind !== 'http' && kind !== 'browser') || args.length === 0)
    reportAndExit(
      new Problem('Usage: npm run test:http -- <file> [-t title], npm run test:browser -- <file> [-g title]'),
    );
  else await runOne(kind, args, process.env).then((code) => process.exit(code), reportAndExit);
}
