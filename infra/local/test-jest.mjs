import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { groupsOf } from './jest-groups.mjs';
import { projectRoot } from './node-version.mjs';
import { spawnOwned } from './processes.mjs';
import { projectFiles } from './project-files.mjs';

/**
 * @typedef {{ what: string, passed: string[], failed: string[], causes?: string[], failedFiles?: string[],
 *   failedGroups?: number, skipped: number, milliseconds: number }} TestResult
 * @typedef {{ project: string, files: RegExp, third?: number }} Part
 */

/**
 * Runs a command that ends when this process ends.
 * @param {number} [niceness] as of nice(1): 0 competes with all other processes, 19 lets them go first
 * @returns {Promise<number>} the exit code
 */
export function run(command, args, environment = {}, niceness = 0) {
  const options = {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  };
  const nice = niceness > 0 ? ['nice', '-n', String(niceness)] : [];
  const [program = '', ...rest] = [...nice, command, ...args];
  const child = spawnOwned(program, rest, options, 'TERM');
  return new Promise((resolve) =>
    child.once('error', () => resolve(127)).once('exit', (status) => resolve(status ?? 1)),
  );
}

/**
 * Runs one script of package.json and counts it as one test.
 * @param {{ spare?: boolean }} [options] `spare`: the script takes only processor time that nothing else wants
 * @returns {Promise<TestResult>}
 */
export async function runCommand(title, script, options = {}) {
  const started = Date.now();
  const status = await run('npm', ['run', '--silent', script], {}, options.spare ? 10 : 0);
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
 * The parts of the tests; several lanes run them (`run-tests.mjs`). The tests of services and gateway keep the
 * processor busy. The tests of infra mostly wait, for programs that they start and for time to pass. The tests of
 * `http` speak with a running product. `third` selects every third group.
 */
const parts = {
  http: { project: 'product', files: /^(gateway|services\/[^/]+)\/e2e\/.+\.spec\.ts$/ },
  services: { project: 'server', files: /^(gateway|services\/[^/]+)\/test\/.+\.spec\.ts$/ },
  infra: { project: 'server', files: /^(infra|proto)\/test\/.+\.spec\.ts$/ },
  'web-1': { project: 'web', files: webTests, third: 0 },
  'web-2': { project: 'web', files: webTests, third: 1 },
  'web-3': { project: 'web', files: webTests, third: 2 },
};

/**
 * Runs one part of the tests, some files at a time (`jest-groups.mjs`).
 * @param {keyof typeof parts} name
 * @returns {Promise<TestResult>}
 */
export async function runPart(folder, name, environment = {}) {
  const { project, files, third } = /** @type {Part} */ (parts[name]);
  const chosen = projectFiles().filter((file) => files.test(file));
  const all = groupsOf(chosen.map((file) => path.join(projectRoot, file)));
  const groups = third === undefined ? all : all.filter((_, at) => at % 3 === third);
  const list = path.join(folder, `groups-${name}.json`);
  writeFileSync(list, JSON.stringify(groups));
  const paths = ['--runTestsByPath', ...groups.map(([file]) => file ?? '')];
  const report = (again) => path.join(folder, `jest-${name}${again}.json`);
  const grouped = { ...environment, TEST_GROUPS: list };
  const first = await runJestProjects([project], report(''), paths, grouped);
  const runAgain = (failed) => {
    const chosen = ['--runInBand', '--runTestsByPath', ...failed];
    return runJestProjects([project], report('-again'), chosen, environment);
  };
  return { ...(await runFailedAgain(first, runAgain)), what: `jest ${name}` };
}

/**
 * If more groups of files than this fail, none of them runs again, because a busy machine does not make so many fail.
 */
const few = 5;

/**
 * Runs failed files once more. A machine with two cores that also builds, lints and drives a browser stalls for
 * seconds now and then, which says nothing about the product. A second failure counts; the first one stays in the log.
 * @param {TestResult} first
 * @param {(files: string[]) => Promise<TestResult>} runAgain
 * @returns {Promise<TestResult>}
 */
async function runFailedAgain(first, runAgain) {
  const { failedFiles: files = [], failedGroups = 0 } = first;
  if (files.length === 0 || failedGroups > few) return first;
  process.stdout.write(`\nOnce more:\n${files.map((file) => `  ${file}`).join('\n')}\n`);
  const second = await runAgain(files);
  return {
    ...first,
    passed: [...new Set([...first.passed, ...second.passed])],
    failed: second.failed,
    causes: second.causes,
    milliseconds: first.milliseconds + second.milliseconds,
  };
}

const productAt = ({ port, dataDir }) => ({ PORTAL_PORT: String(port), PORTAL_DATA: dataDir });

/** The tests that speak HTTP with a running product. @returns {Promise<TestResult>} */
export const runHttpTests = (folder, product) => runPart(folder, 'http', productAt(product));

/**
 * Runs the HTTP tests that `args` select.
 * @returns {Promise<number>} the exit code
 */
export const runChosenHttpTests = (args, product) =>
  run(process.execPath, [...jest, ...args, '--runInBand', '--selectProjects', 'product'], productAt(product));

const jest = [
  '--experimental-vm-modules',
  '--no-warnings',
  // collects garbage when the memory has quadrupled instead of doubled; jest-groups.mjs collects at a better time
  ...['--expose-gc', '--heap-growing-percent=300'],
  `--import=${new URL('jest-compiled-modules.mjs', import.meta.url)}`,
  'node_modules/jest/bin/jest.js',
  '--config=jest.config.mjs',
];

/**
 * Makes the web tests collect garbage in one thread. Several threads wait for each other: while other lanes use all
 * cores, this waiting costs a tenth of the processor time of the web tests.
 */
const flagsOf = (projects) => (projects.includes('web') ? ['--single-threaded-gc'] : []);

async function runJestProjects(projects, report, jestArguments, environment = {}) {
  const started = Date.now();
  const reporter = path.join(projectRoot, 'infra/local/passed-reporter.mjs');
  const chosen = ['--selectProjects', ...projects, '--reporters=default', `--reporters=${reporter}`];
  // `jestArguments` come first, because `--selectProjects` takes a list and would swallow a path after it.
  const args = [...flagsOf(projects), ...jest, ...jestArguments, ...chosen];
  const status = await run(process.execPath, args, { ...environment, TEST_REPORT: report });
  const what = `jest ${projects.join(' and ')}`;
  return { what, ...readReport(report, status, what), milliseconds: Date.now() - started };
}

/** Reads the report of jest. If jest wrote no report, or failed without a failed test, this counts as one failure. */
export function readReport(file, status, what) {
  if (!existsSync(file)) return { passed: [], failed: [`${what} ended without a report`], skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (status !== 0 && report.failed.length === 0)
    report.failed.push(`${what} ended with exit code ${status}`);
  return report;
}
