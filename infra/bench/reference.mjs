// `npm run reference`: runs every kind of search 2,000 times in a county of 200,000 documents and compares the results
// with a plain filter over the rows. `npm run reference -- swap`: 10,000 searches while full imports replace the index.
import { spawn } from 'node:child_process';
import { runsUnderNode24 } from '../local/node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const [kind = 'reference', ...rest] = process.argv.slice(2);
  const pattern = kind === 'swap' ? 'search/test/reference-swap' : 'search/test/reference\\.spec';
  const jest = ['--experimental-vm-modules', '--no-warnings', '--max-old-space-size=4096'];
  const program = ['node_modules/jest/bin/jest.js', '-c', 'jest.config.mjs', '--selectProjects', 'server'];
  const child = spawn(
    process.execPath,
    [...jest, ...program, '--runInBand', '--testPathPatterns', pattern, ...rest],
    {
      stdio: 'inherit',
      env: {
        REFERENCE_DOCUMENTS: '200000',
        REFERENCE_CRITERIA: '2000',
        REFERENCE_SWAP_SEARCHES: '10000',
        ...process.env,
      },
    },
  );
  child.once('exit', (code) => process.exit(code ?? 1));
}
