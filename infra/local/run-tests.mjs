import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { projectRoot } from './node-version.mjs';
import { openShutdown } from './shutdown.mjs';
import { startContainers } from './test-containers.mjs';
import { runBrowser, runHttp } from './test-product.mjs';
import { runCommand, runJest, runPart } from './test-jest.mjs';
import { requirePrograms } from './test-programs.mjs';

const RESULTS = path.join(projectRoot, 'test-results');
const say = (line) => process.stdout.write(`${line}\n`);

const CONTAINERS = '--containers';

/**
 * Runs everything (or only jest, when it is given arguments for jest), writes test-results/passed.txt and prints the
 * totals.
 * @param {string[]} args for jest; with `--containers` among them, PostgreSQL and Redis run in containers
 * @returns {Promise<number>} the exit code
 */
export async function runTests(args) {
  const started = Date.now();
  const jestArguments = args.filter((argument) => argument !== CONTAINERS);
  const shutdown = openShutdown(say);
  shutdown.onSignals();
  const removeTemporaryFolders = gatherTemporaryFolders();
  shutdown.add('folders of tests', removeTemporaryFolders);
  const removeContainers = args.includes(CONTAINERS) ? await startContainers(shutdown, say) : () => undefined;
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  await Promise.all([requirePrograms(), buildServer(), buildWeb(), bundlePackages()]);
  const results = jestArguments.length > 0 ? [await runJest(RESULTS, jestArguments)] : await runEverything();
  await removeContainers();
  removeTemporaryFolders();
  return report(results, started);
}

/** A folder whose files Linux keeps in memory. */
const MEMORY_FOLDER = '/dev/shm';
/**
 * The least free memory, in bytes, with which a run keeps its files in memory. The files need up to 1.2 GB, and the
 * processes need the rest.
 */
const MEMORY_FOR_FILES = 8 * 1024 ** 3;

/**
 * Makes all tests create their temporary folders in one folder, because hundreds of tests leave theirs behind. If there
 * is room, this folder is in memory: tests create hundreds of databases of hundreds of files, and on a disk these cost
 * a sixth of the processor time of the services' tests.
 * @returns {() => void} removes that folder
 */
function gatherTemporaryFolders() {
  const folder = mkdtempSync(path.join(hasRoomInMemory() ? MEMORY_FOLDER : tmpdir(), 'portal-run-'));
  // When root runs the tests, PostgreSQL runs as another Unix user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function hasRoomInMemory() {
  if (process.platform !== 'linux' || process.env.TMPDIR || !existsSync(MEMORY_FOLDER)) return false;
  // containers often forbid running programs from /dev/shm, and tests run programs from their temporary folders
  if (/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'))) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return Math.min(bavail * bsize, process.availableMemory()) >= MEMORY_FOR_FILES;
}

/** Bundles the packages for jest once, before the lanes start; otherwise each lane would bundle them. */
const bundlePackages = () => import('../../jest.config.mjs');

/** Scripts of package.json, each with what it proves. They may run slowly, because nothing in them has a deadline. */
const patient = {
  typecheck: 'The sources type-check',
  lint: 'The sources pass lint',
  'supply-chain': 'What others made for the product has no known hole',
};
const faults = 'Money holds while faults of every kind strike';

/**
 * Runs all tests in three lanes on two cores. The first lane begins with the tests of the services, the second with the
 * tests in a browser, and the third with the tests of infra and over HTTP, which mostly wait. A lane that has finished
 * takes the next of the remaining parts. A fourth lane would save no time. Types, lint and supply chain run beside the
 * lanes, with processor time that nothing else wants.
 */
async function runEverything() {
  const part = (name) => () => runPart(RESULTS, name);
  const command = (script) => () => runCommand(patient[script], script, { spare: true });
  // the slow ones first, so that all lanes end at about the same time
  const rest = [part('web-1'), () => runCommand(faults, 'faults:short'), part('web-2'), part('web-3')];
  const lane = async (tests, following = rest) => {
    const results = [];
    for (let next = tests.shift() ?? following.shift(); next; next = tests.shift() ?? following.shift())
      results.push(await next());
    return results;
  };
  // the HTTP tests come after the infra tests, because the HTTP tests need the demo data that the browser tests import
  // at their start; by then the import has ended
  const lanes = [[part('services')], [() => runBrowser(RESULTS)], [part('infra'), () => runHttp(RESULTS)]];
  const beside = lane([command('lint'), command('typecheck'), command('supply-chain')], []);
  return (await Promise.all([...lanes.map((tests) => lane(tests)), beside])).flat();
}

function report(results, started) {
  const passed = results.flatMap((result) => result.passed);
  const failed = results.flatMap((result) => result.failed);
  const skipped = results.reduce((sum, result) => sum + result.skipped, 0);
  const oneLine = (title) => `${title.replace(/\s+/g, ' ')}\n`;
  writeFileSync(path.join(RESULTS, 'passed.txt'), passed.map(oneLine).join(''));
  // Prints the causes again, because the lanes print at the same time, which makes a cause hard to find above.
  for (const cause of results.flatMap((result) => result.causes ?? [])) say(`\nWhy it failed: ${cause}`);
  if (failed.length > 0) say(`\nFailed:\n${failed.map((title) => `  ${title}`).join('\n')}`);
  say('');
  for (const { what, milliseconds } of results) say(`  ${what}: ${Math.round(milliseconds / 1000)} s`);
  say(`DURATION ${Math.round((Date.now() - started) / 1000)} s${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  say(`${passed.length} passed, ${failed.length} failed`);
  return failed.length === 0 && passed.length > 0 ? 0 : 1;
}
