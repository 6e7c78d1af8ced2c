import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { provideProgram } from '../../local/debian-packages.mjs';
import startTestServices from '../../local/jest-services.mjs';
import stopTestServices from '../../local/jest-services-end.mjs';
import { projectRoot } from '../../local/node-version.mjs';
import { freePortRange } from '../../local/ports.mjs';
import { Problem } from '../../local/problem.mjs';
import { mutated } from '../mutated-modules.mjs';
import { runQuietly } from './child.mjs';
import { startProductWithout } from './product.mjs';
import { guardNamed, guards } from './table.mjs';

const LONGEST_WORDS = 160;

const say = (line) => process.stdout.write(`${line}\n`);

/**
 * @param {{ names: string[], http: boolean }} options
 * @returns {Promise<number>} the exit code: 1 when a guard can be removed and no test notices
 */
export async function runGuards({ names, http }) {
  const chosen = names.length > 0 ? names.map(guardNamed) : guards.filter((guard) => http || !guard.http);
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-guards-'));
  // PostgreSQL runs as another Unix user when root runs the tests.
  chmodSync(folder, 0o755);
  const inside = chosen.filter((guard) => !guard.http);
  if (inside.length > 0) await startTestServices();
  // provides an independent reader of PDFs, which a test of previews needs
  if (inside.length > 0) provideProgram('pdfimages', 'poppler-utils');
  const missed = [];
  try {
    for (const guard of chosen) {
      const outcome = await outcomeWithout(guard, folder);
      say(
        `${guard.line.padEnd(4)}${guard.name.padEnd(30)}${outcome.noticed ? 'noticed' : 'NOT NOTICED'}  ${outcome.words}`,
      );
      if (!outcome.noticed) missed.push(guard.name);
    }
  } finally {
    if (inside.length > 0) await stopTestServices();
    rmSync(folder, { recursive: true, force: true });
  }
  say(
    `${chosen.length - missed.length} of ${chosen.length} guards are missed by their test when they are gone.`,
  );
  return missed.length === 0 ? 0 : 1;
}

/**
 * Removes a guard and runs its test. If an error is thrown, the sources have changed or the test cannot run. The
 * removal then counts as not noticed, and the next guard follows.
 */
async function outcomeWithout(guard, folder) {
  try {
    for (const { file, ...edit } of guard.edits)
      mutated(file, readFileSync(path.join(projectRoot, file), 'utf8'), [{ file, ...edit }]);
    return guard.http ? await atTheDoor(guard, folder) : await fromSources(guard, folder);
  } catch (error) {
    return { noticed: false, words: error.message };
  }
}

const fromSources = (guard, folder) =>
  runTest(guard, folder, 'infra/bench/guards/jest.config.mjs', { GUARDS_WITHOUT: guard.name });

async function atTheDoor(guard, folder) {
  const dataDir = path.join(folder, 'data');
  const product = await startProductWithout(guard.name, await freePortRange(3), dataDir);
  try {
    const environment = { PORTAL_PORT: String(product.port), PORTAL_DATA: dataDir };
    return await runTest(guard, folder, 'jest.config.mjs', environment);
  } finally {
    await product.stop();
  }
}

/**
 * The removal of a guard is noticed when the guard's test ran and failed. A test that could not be loaded has noticed
 * nothing.
 */
async function runTest({ test, title, http }, folder, config, environment) {
  const report = path.join(folder, 'jest.json');
  rmSync(report, { force: true });
  const project = http ? 'product' : test.startsWith('web/') ? 'web' : 'server';
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const args = [
    ...['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', `--config=${config}`],
    ...['--selectProjects', project, '--runTestsByPath', test, `--testNamePattern=${pattern}`],
    // a test that fails halfway leaves connections open
    ...['--json', `--outputFile=${report}`, '--forceExit'],
  ];
  const printed = await runQuietly(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
  });
  const results = readReport(report, printed);
  const ran = results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'pending');
  const failed = ran.find(({ status }) => status === 'failed');
  if (ran.length === 0) throw new Problem(`No test "${title}" ran in ${test}:\n${printed}`);
  if (!failed) return { noticed: false, words: `${ran.length} passed all the same` };
  return { noticed: true, words: `${failed.fullName}: ${firstWords(failed.failureMessages[0])}` };
}

/**
 * The start of a failed test's message, without colors, stack and empty lines. It lets the reader see whether the test
 * failed because of the removed guard.
 */
const firstWords = (message = '') =>
  stripVTControlCharacters(message)
    .split(/\n\s+at /)[0]
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .slice(0, LONGEST_WORDS);

function readReport(file, printed) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).testResults;
  } catch {
    throw new Problem(`jest wrote no report:\n${printed}`);
  }
}
