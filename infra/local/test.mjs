// `npm test`: runs every test, on its own servers, ports and folders. `npm test -- <path or -t title>` passes its
// arguments to jest and runs only those tests.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { runTests } = await import('./run-tests.mjs');
  const { reportAndExit } = await import('./problem.mjs');
  await runTests(process.argv.slice(2)).then((code) => process.exit(code), reportAndExit);
}
