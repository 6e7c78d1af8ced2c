// The browser of the end-to-end tests: the Chromium from npm, or an installed one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { unpackDebianPackages, writeWrapper } from './debian-packages.mjs';
import { projectRoot } from './node-version.mjs';
import { Problem } from './problem.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDER = path.join(projectRoot, '.cache/chromium');
const LIBRARIES = ['libnss3', 'libnspr4', 'libexpat1', 'libfontconfig1'];

/**
 * Finds a Chromium that runs on this machine. The Chromium from npm comes first: it is a headless shell, which needs a
 * quarter less processor time than a whole Chromium, and is the same on all machines.
 * @returns {string} path of its program, for Playwright's `executablePath`
 * @throws {Problem} when none is installed and none could be unpacked
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH && absolutePath(process.env.CHROMIUM_PATH);
  if (given && runs(given)) return given;
  const found = findUnpacked() ?? NAMES.map(absolutePath).find((program) => program && runs(program));
  if (found) return found;
  throw new Problem(
    'No browser for the end-to-end tests runs here. Install chromium, or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
}

const runs = (program) => spawnSync(program, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0;

function absolutePath(name) {
  if (path.isAbsolute(name)) return name;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((program) => existsSync(program));
}

/** The browser of the npm package, with the libraries that it needs on this machine; undefined if it does not run. */
function findUnpacked() {
  const unpacked = unpackChromium();
  if (!unpacked || runs(unpacked)) return unpacked;
  for (const libraries of [path.join(FOLDER, 'al2023/lib'), debianLibraries()]) {
    const wrapper = writeWrapper(path.join(FOLDER, 'run-chromium'), unpacked, libraries);
    if (runs(wrapper)) return wrapper;
  }
  return undefined;
}

/**
 * Unpacks Chromium and its libraries. The package unpacks the libraries only on AWS Lambda, and always into the
 * temporary folder. So the environment pretends to be AWS Lambda, with our folder as the temporary folder.
 */
function unpackChromium() {
  const program = path.join(FOLDER, 'chromium');
  if (existsSync(program)) return program;
  mkdirSync(FOLDER, { recursive: true });
  const environment = { ...process.env, TMPDIR: FOLDER, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const code = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  const run = spawnSync(process.execPath, ['-e', code], {
    cwd: projectRoot,
    env: environment,
    encoding: 'utf8',
  });
  if (run.status === 0) return program;
  process.stderr.write(`Chromium could not be unpacked: ${run.stderr}\n`);
  return undefined;
}

const debianLibraries = () =>
  unpackDebianPackages('chromium-libraries', LIBRARIES)?.environment.LD_LIBRARY_PATH ?? '';
