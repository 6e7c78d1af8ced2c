// `npm run test:affected [-- <branch or commit>]`: runs the jest tests that changes since a branch or commit (default:
// main) can affect.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { affectedTests, changedSince } = await import('./affected-tests.mjs');
  const { reportAndExit } = await import('./problem.mjs');
  const { runTests } = await import('./run-tests.mjs');
  const say = (line) => process.stdout.write(`${line}\n`);
  const changed = changedSince(process.argv[2] ?? 'main');
  const tests = affectedTests(changed);
  say(
    `${changed.length} files changed; they reach ${tests === 'ALL' ? 'every test' : `${tests.length} test files`}.`,
  );
  say('Tests of a running product (e2e) are not among them.');
  const run = (paths) =>
    runTests(['--runTestsByPath', ...paths]).then((code) => process.exit(code), reportAndExit);
  if (tests === 'ALL') say('Run them with `npm test`.');
  else if (tests.length > 0) await run(tests);
}
