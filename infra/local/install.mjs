// Installs the dependencies in a folder where nothing is installed yet, possibly under an old Node: plain
// JavaScript without dependencies, for Node 20.19 and newer.
import { spawn } from 'node:child_process';
import { statfsSync } from 'node:fs';
import path from 'node:path';
import { countPackages, firstMissingPackage } from './install-state.mjs';
import { findNode, missingNodeMessage, projectRoot, whyNodeIsTooOld } from './node-version.mjs';

const NEEDED_BYTES = 1.6e9;
const PROGRESS_EVERY_MS = 5000;

/** @type {[RegExp, string][]} */
const EXPLANATIONS = [
  [/ENOSPC|no space left/i, 'No disk space is left. Free about 2 GB and run the command again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|network/,
    'npm cannot reach its registry. Check the network (or the proxy settings of npm) and run the command again.',
  ],
  [
    /EACCES|EPERM|EROFS/,
    `npm may not write to ${projectRoot}. Make the folder yours and run the command again.`,
  ],
  [/EINTEGRITY/, 'A downloaded package is damaged. Run "npm cache clean --force" and the command again.'],
  [/ERESOLVE|EUSAGE/, 'package.json and package-lock.json disagree. Run "npm install" once.'],
];

/** One line that explains npm's failure, from its output. */
export function explainNpmFailure(output) {
  const known = EXPLANATIONS.find(([pattern]) => pattern.test(output));
  return known ? known[1] : 'npm could not install the dependencies; its own words are above.';
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * The command line that starts npm with the Node on which npm runs now, because the Node in node_modules is about to be
 * replaced.
 */
function npmCommand() {
  const { npm_node_execpath: node, npm_execpath: npm } = process.env;
  return node && npm?.endsWith('.js') ? [node, npm] : ['npm'];
}

/**
 * This process's environment without the variables that npm sets for its scripts. The npm that this script starts would
 * read them as settings.
 */
function npmEnvironment() {
  const ownBin = path.join(projectRoot, 'node_modules/.bin');
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_workspace|config_include|config_omit)/i.test(name),
  );
  /** @type {NodeJS.ProcessEnv} */
  const environment = { ...Object.fromEntries(entries), npm_config_progress: 'false' };
  environment.PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== ownBin)
    .join(path.delimiter);
  return environment;
}

async function install() {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stdout.write(
    `Installing ${countPackages(projectRoot).wanted} packages (about 1 GB; some minutes the first time)\n`,
  );
  const [program, ...first] = npmCommand();
  const args = [
    ...first,
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ];
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: npmEnvironment(),
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-8000)));
  const progress = setInterval(() => {
    const { unpacked, wanted } = countPackages(projectRoot);
    process.stdout.write(`  ${String(seconds()).padStart(3)} s  ${unpacked} of ${wanted} packages\n`);
  }, PROGRESS_EVERY_MS);
  const status = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  clearInterval(progress);
  if (status !== 0)
    fail(`${complaints}\n${explainNpmFailure(status instanceof Error ? status.message : complaints)}`);
  process.stdout.write(`Installed in ${seconds()} s\n`);
}

/** Installs node_modules and Node 24. If something is in the way, says so in one line and exits with 1. */
export async function prepare() {
  const tooOld = whyNodeIsTooOld(process.version, process.platform, process.arch);
  if (tooOld) fail(tooOld);
  if (firstMissingPackage(projectRoot) !== undefined) {
    const { bavail, bsize } = statfsSync(projectRoot);
    if (bavail * bsize < NEEDED_BYTES)
      fail(
        `Only ${Math.floor((bavail * bsize) / 1e6)} MB are free on the disk of ${projectRoot}; about 2 GB are needed.`,
      );
    await install();
  }
  if (!findNode()) fail(missingNodeMessage);
}
