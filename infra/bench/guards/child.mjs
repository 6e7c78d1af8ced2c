import { spawnOwned } from '../../local/processes.mjs';

const KEPT = 8_000;

/**
 * Runs a command, and ends it when this process ends.
 * @returns {Promise<string>} the last 8,000 characters of its output
 */
export function runQuietly(command, args, options) {
  const child = spawnOwned(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, 'TERM');
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (printed = `${printed}${text}`.slice(-KEPT)));
  return new Promise((resolve) =>
    child.once('error', (error) => resolve(String(error))).once('close', () => resolve(printed)),
  );
}
