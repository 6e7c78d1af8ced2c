import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findChromium } from './chromium.mjs';
import { causeOf } from './failure-cause.mjs';
import { projectRoot } from './node-version.mjs';
import { freePortRange } from './ports.mjs';
import { Problem } from './problem.mjs';
import { spawnOwned, stopProcess } from './processes.mjs';
import { openShutdown } from './shutdown.mjs';
import { readReport, run, runChosenHttpTests, runHttpTests } from './test-jest.mjs';

/** @typedef {import('./test-jest.mjs').TestResult} TestResult */

const START_WITHIN_MS = 600_000;

/** Starts a product, and runs the tests that send HTTP requests to it. @returns {Promise<TestResult>} */
export const runHttp = (folder) => withProduct('jest http', (product) => runHttpTests(folder, product));

/** Starts a product, and runs the tests that use it in a browser. @returns {Promise<TestResult>} */
export const runBrowser = (folder) =>
  withProduct('browser tests', (product) => runInBrowser(folder, product));

async function withProduct(what, runTests) {
  const started = Date.now();
  try {
    const product = await startProduct(await copyOfDemo());
    return await runTests(product).finally(product.stop);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write(`${error.message}\n`);
    const failed = [`${what}: ${error.message}`];
    return { what, passed: [], failed, skipped: 0, milliseconds: Date.now() - started };
  }
}

/**
 * Runs selected end-to-end tests against the product at PORTAL_PORT. Starts a product if PORTAL_PORT is not set.
 * @param {'http' | 'browser'} kind of the tests
 * @param {string[]} args files, and options of jest or Playwright
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<number>} the exit code
 */
export async function runOne(kind, args, environment) {
  const { PORTAL_PORT, PORTAL_DATA = '.data' } = environment;
  if (!PORTAL_PORT) openShutdown((line) => process.stdout.write(`${line}\n`)).onSignals();
  const product = PORTAL_PORT
    ? {
        port: Number(PORTAL_PORT),
        dataDir: path.resolve(projectRoot, PORTAL_DATA),
        stop: async () => undefined,
      }
    : await startProduct();
  try {
    if (kind === 'browser') return await run(process.execPath, [...playwright, ...args], browserOf(product));
    return await runChosenHttpTests(args, product);
  } finally {
    await product.stop();
  }
}

const playwright = [
  path.join(projectRoot, 'node_modules/@playwright/test/cli.js'),
  ...['test', '--config=web/playwright.config.ts'],
];

const browserOf = ({ port, dataDir }) => ({
  CHROMIUM_PATH: findChromium(),
  PORTAL_PORT: String(port),
  PORTAL_DATA: dataDir,
  PORTAL_URL: `http://localhost:${port}`,
});

/**
 * Runs the tests in a browser. Long walks through every state of every screen have a command of their own, `npm run
 * walks`.
 */
async function runInBrowser(folder, product) {
  const started = Date.now();
  const json = path.join(folder, 'playwright.json');
  const environment = { ...browserOf(product), PLAYWRIGHT_JSON_OUTPUT_NAME: json };
  const args = [...playwright, '--reporter=list,json', '--grep-invert=@walk'];
  const status = await run(process.execPath, args, environment);
  const report = path.join(folder, 'end-to-end.json');
  if (existsSync(json))
    writeFileSync(report, JSON.stringify(titlesOf(JSON.parse(readFileSync(json, 'utf8')))));
  const result = readReport(report, status, 'Playwright');
  return { what: 'browser tests', ...result, milliseconds: Date.now() - started };
}

/** Makes the product check unreported payments after seconds, not minutes, because tests wait for these checks. */
const soonSwept = { CARD_FIRST_LOOK_SECONDS: '4', CARD_SWEEP_SECONDS: '2' };

function emptyFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-e2e-'));
  // When root runs the tests, PostgreSQL runs as another Unix user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  return folder;
}

/** @type {Promise<string> | undefined} */
let demo;

/** Creates data with the demo counties: starts a product once and stops it. @returns the folder with the data */
async function makeDemo() {
  const product = await startProduct();
  await product.end();
  if (existsSync(path.join(product.dataDir, 'postgres/postmaster.pid')))
    throw new Problem('the database of the demo counties did not stop, so it cannot be copied');
  return product.dataDir;
}

/**
 * A folder with the demo counties. Making and importing them takes 40 s of processor time, so all products of a
 * test run start from copies of one import.
 */
async function copyOfDemo() {
  demo ??= makeDemo();
  const [from, to] = [await demo, emptyFolder()];
  // if the database is outside the folder, nothing is copied: the copy of the folder would use the original's database
  if (existsSync(path.join(from, 'postgres.location'))) return to;
  // keeps the owners, because the files of PostgreSQL may belong to another Unix user
  const status = await run('cp', ['-a', `${from}/.`, to]);
  if (status !== 0) throw new Problem(`the demo counties could not be copied from ${from} to ${to}`);
  return to;
}

/** Starts a product with `npm start`, on free ports; its folder may have the data of an earlier product. */
async function startProduct(dataDir = emptyFolder()) {
  const port = await freePortRange(3);
  const env = { ...process.env, ...soonSwept, PORT: String(port), DATA_DIR: dataDir };
  const script = path.join(projectRoot, 'infra/local/start.mjs');
  const child = spawnOwned(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] }, 'TERM');
  const end = () => stopProcess(child.pid, ['SIGTERM', 'SIGKILL'], 30_000);
  const stop = async () => {
    await end();
    rmSync(dataDir, { recursive: true, force: true });
  };
  if (await isReady(child, path.join(dataDir, 'product.log'))) return { port, dataDir, end, stop };
  await stop();
  throw new Problem('the product did not start (see above)');
}

/** @param log receives the product's output, in which a test searches for secrets */
async function isReady(child, log) {
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise((resolve) => {
    lines.on('line', (line) => {
      process.stdout.write(`[product] ${line}\n`);
      appendFileSync(log, `${line}\n`);
      if (line.startsWith('Ready in ')) resolve(true);
    });
  });
  const timer = new Promise((resolve) => setTimeout(resolve, START_WITHIN_MS, false).unref());
  return Promise.race([ready, once(child, 'exit').then(() => false), timer]);
}

/** Full titles (describe blocks and test) of the tests in Playwright's nested report. */
function titlesOf(report) {
  /** @type {{ passed: string[], failed: string[], causes: string[], skipped: number }} */
  const titles = { passed: [], failed: [], causes: [], skipped: 0 };
  const visit = (suite, blocks) => {
    for (const { title, ok, tests } of suite.specs ?? []) {
      const full = [...blocks, title].join(' ');
      if (tests.every(({ status }) => status === 'skipped')) titles.skipped++;
      else titles[ok ? 'passed' : 'failed'].push(full);
      if (ok) continue;
      // all attempts are reported, because a second one may fail in another way than the first
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''));
      titles.causes.push(...messages.map((message) => causeOf(full, message)));
    }
    for (const inner of suite.suites ?? []) visit(inner, [...blocks, inner.title]);
  };
  // Each suite on the first level is a file, whose name is not part of a title.
  for (const file of report.suites) visit(file, []);
  titles.failed.push(...report.errors.map(({ message }) => message ?? 'Playwright reported an error'));
  return titles;
}
