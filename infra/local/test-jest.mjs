import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { groupsOf } from './jest-groups.mjs';
import { projectRoot } from './node-version.mjs';
import { spawnOwned } from './processes.mjs';
import { projectFiles } from './project-files.mjs';

/**
 * @typedef {{ what: string, passed: string[], failed: string[], failedFiles?: string[], skipped: number,
 *   milliseconds: number }} TestResult
 */

/** Runs a command that ends when this process ends; resolves to its exit code. */
export function run(command, args, environment = {}) {
  const options = {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  };
  const child = spawnOwned(command, args, options, 'TERM');
  return new Promise((resolve) =>
    child.once('error', () => resolve(127)).once('exit', (status) => resolve(status ?? 1)),
  );
}

/**
 * Runs one script of package.json and counts it as one test.
 * @param {{ spare?: boolean }} [options] `spare`: it takes only processor time that nothing else wants
 * @returns {Promise<TestResult>}
 */
export async function runCommand(title, script, options = {}) {
  const started = Date.now();
  const command = [...(options.spare ? ['nice', '-n', '10'] : []), 'npm', 'run', '--silent', script];
  const status = await run(command[0], command.slice(1));
  const result = { what: title, skipped: 0, milliseconds: Date.now() - started };
  return status === 0
    ? { ...result, passed: [title], failed: [] }
    : { ...result, passed: [], failed: [title] };
}

/**
 * Runs the jest tests that need no running product and that `jestArguments` select.
 * @returns {Promise<TestResult>}
 */
export function runJest(folder, jestArguments) {
  return runJestProjects(['server', 'web'], path.join(folder, 'jest.json'), jestArguments);
}

const webTests = /^web\/test\/.+\.spec\.tsx?$/;
/**
 * Parts of the tests that need no running product, each for a lane of its own. Services and gateway compute; infra's
 * tests start programs and wait for them and for time to pass. `half` takes every second group.
 */
const parts = {
  services: { project: 'server', files: /^(gateway|services\/[^/]+)\/test\/.+\.spec\.ts$/ },
  infra: { project: 'server', files: /^(infra|proto)\/test\/.+\.spec\.ts$/ },
  'web-1': { project: 'web', files: webTests, half: 0 },
  'web-2': { project: 'web', files: webTests, half: 1 },
};

/**
 * Runs one part of the tests that need no running product, some files at a time (`jest-groups.mjs`).
 * @param {keyof typeof parts} name
 * @returns {Promise<TestResult>}
 */
export async function runPart(folder, name) {
  const { project, files, ...part } = parts[name];
  const chosen = projectFiles().filter((file) => files.test(file));
  const all = groupsOf(chosen.map((file) => path.join(projectRoot, file)));
  const groups = 'half' in part ? all.filter((_, at) => at % 2 === part.half) : all;
  const list = path.join(folder, `groups-${name}.json`);
  writeFileSync(list, JSON.stringify(groups));
  const paths = ['--runTestsByPath', ...groups.map(([file]) => file ?? '')];
  const report = (again) => path.join(folder, `jest-${name}${again}.json`);
  const first = await runJestProjects([project], report(''), paths, { TEST_GROUPS: list });
  const runAgain = (failed) =>
    runJestProjects([project], report('-again'), ['--runInBand', '--runTestsByPath', ...failed]);
  return { ...(await runFailedAgain(first, runAgain)), what: `jest ${name}` };
}

/** If more files fail, a busy machine is not the reason. */
const fewFiles = 5;

/**
 * Runs failed files once more. A machine with two cores that also builds, lints and drives a browser stalls for
 * seconds now and then, which says nothing about the product. A second failure counts; the first one stays in the log.
 * @param {TestResult} first
 * @param {(files: string[]) => Promise<TestResult>} runAgain
 * @returns {Promise<TestResult>}
 */
async function runFailedAgain(first, runAgain) {
  const files = first.failedFiles ?? [];
  if (files.length === 0 || files.length > fewFiles) return first;
  process.stdout.write(`\nOnce more:\n${files.map((file) => `  ${file}`).join('\n')}\n`);
  const second = await runAgain(files);
  return {
    ...first,
    passed: [...new Set([...first.passed, ...second.passed])],
    failed: second.failed,
    milliseconds: first.milliseconds + second.milliseconds,
  };
}

const productAt = ({ port, dataDir }) => ({ PORTAL_PORT: String(port), PORTAL_DATA: dataDir });

/** The tests that speak HTTP with a running product. @returns {Promise<TestResult>} */
export async function runHttpTests(folder, product) {
  const runFiles = (files) => {
    const report = path.join(folder, 'jest-product.json');
    return runJestProjects(['product'], report, ['--runInBand', ...files], productAt(product));
  };
  return runFailedAgain(await runFiles([]), (files) => runFiles(['--runTestsByPath', ...files]));
}

/**
 * Runs the HTTP tests that `args` select.
 * @returns {Promise<number>} the exit code
 */
export const runChosenHttpTests = (args, product) =>
  run(process.execPath, [...jest, ...args, '--runInBand', '--selectProjects', 'product'], productAt(product));

const jest = [
  '--experimental-vm-modules',
  '--no-warnings',
  `--import=${new URL('jest-compiled-modules.mjs', import.meta.url)}`,
  'node_modules/jest/bin/jest.js',
  '--config=jest.config.mjs',
];

async function runJestProjects(projects, report, jestArguments, environment = {}) {
  const started = Date.now();
  const reporter = path.join(projectRoot, 'infra/local/passed-reporter.mjs');
  const chosen = ['--selectProjects', ...projects, '--reporters=default', `--reporters=${reporter}`];
  // The options come first, because one that takes a list would swallow a path after it.
  const args = [...jest, ...jestArguments, ...chosen];
  const status = await run(process.execPath, args, { ...environment, TEST_REPORT: report });
  const what = `jest ${projects.join(' and ')}`;
  return { what, ...readReport(report, status, what), milliseconds: Date.now() - started };
}

/** A run that ended without a report, or failed for a reason outside its tests, is a failure of its own. */
export function readReport(file, status, what) {
  if (!existsSync(file)) return { passed: [], failed: [`${what} ended without a report`], skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (status !== 0 && report.failed.length === 0)
    report.failed.push(`${what} ended with exit code ${status}`);
  return report;
}
