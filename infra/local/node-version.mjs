// Chooses the Node version. Plain JavaScript without dependencies: the prestart script imports it on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const NEEDED_MAJOR = 24;
const BUNDLED = path.join(projectRoot, 'node_modules/.bin/node');
const NEXT_STEP = 'Install Node 24 or newer from https://nodejs.org and run the command again.';

const majorOf = (version) => Number(/^v?(\d+)/.exec(version)?.[1]);

/**
 * One line that says why this machine's Node cannot install the project; undefined when it can. On Linux with x64 or
 * arm64 the dependencies include Node 24, so Node 20.19 is enough there.
 */
export function whyNodeIsTooOld(version, platform, arch) {
  const [major, minor] = version.replace('v', '').split('.').map(Number);
  const bundled = platform === 'linux' && (arch === 'x64' || arch === 'arm64');
  if (!bundled && major < NEEDED_MAJOR)
    return `Node ${NEEDED_MAJOR} or newer is needed on ${platform} ${arch}; this is ${version}. ${NEXT_STEP}`;
  if (major < 20 || (major === 20 && minor < 19))
    return `Node 20.19 or newer is needed; this is ${version}. ${NEXT_STEP}`;
  return undefined;
}

/**
 * The Node 24 that runs the product: the current one or the one from the dependencies; undefined when there is none.
 */
export function findNode() {
  if (majorOf(process.version) >= NEEDED_MAJOR) return process.execPath;
  if (!existsSync(BUNDLED)) return undefined;
  const answer = spawnSync(BUNDLED, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 && majorOf(answer.stdout) >= NEEDED_MAJOR ? BUNDLED : undefined;
}

export const missingNodeMessage = `Node ${NEEDED_MAJOR} is needed, and the one that npm should have installed (node_modules/.bin/node) is missing or does not run here. ${NEXT_STEP}`;

/**
 * Keeps compiled modules, so that later starts of this process and its children load their modules in four fifths of
 * the time.
 */
function keepCompiledModules() {
  process.env.NODE_COMPILE_CACHE ??= path.join(projectRoot, '.cache/compiled');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

/**
 * Makes sure that `script` runs under Node 24. Resolves to true if this process runs Node 24. Otherwise runs `script`
 * in a child with the same arguments, terminal and signals, and exits with the child's code.
 */
export async function runsUnderNode24(script) {
  if (majorOf(process.version) >= NEEDED_MAJOR) {
    keepCompiledModules();
    return true;
  }
  const node = findNode();
  if (!node) {
    process.stderr.write(`${missingNodeMessage}\n`);
    process.exit(1);
  }
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches the child directly, because it belongs to the terminal's foreground process group.
  process.on('SIGINT', () => undefined);
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) =>
    child.once('exit', (status, signal) => resolve(signal ? 1 : status)),
  );
  process.exit(code);
}
