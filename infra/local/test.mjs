// `npm test`: every test there is, on servers, ports and folders of its own. `npm test -- <path or -t title>` hands
// its arguments to jest and runs only that.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { runTests } = await import('./run-tests.mjs');
  const { reportAndExit } = await import('./problem.mjs');
  await runTests(process.argv.slice(2)).then((code) => process.exit(code), reportAndExit);
}
