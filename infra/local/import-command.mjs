import path from 'node:path';
import { parseArgs } from 'node:util';
import { isProductRunning, lockDataDir } from './data-lock.mjs';
import { startDataServers } from './data-servers.mjs';
import { deploymentEnvironment, isDeployment } from './deployment.mjs';
import { keepFilesPrivate } from './private-files.mjs';
import { Problem } from './problem.mjs';
import { runImport } from './run-import.mjs';
import { prepareDataDir, readSecrets, readSettings, serviceEnvironment } from './settings.mjs';
import { openShutdown } from './shutdown.mjs';

export const USAGE =
  'Usage: npm run import -- <bundle folder> --county <id> [--rejects <file>] [--accept-removals]';
const NO_MAIL_PORT = 25;
const say = (line) => process.stdout.write(`${line}\n`);

/** Runs one import and ends this process: with 0 when the bundle was imported, otherwise with 1. */
export async function importFromCommandLine(args) {
  keepFilesPrivate();
  const shutdown = openShutdown(() => undefined);
  shutdown.onSignals();
  try {
    const request = readRequest(args);
    const environment = await findProduct(shutdown);
    await runImport({ ...request, environment, say });
    await shutdown.end('done');
  } catch (error) {
    if (shutdown.isStopping()) return;
    process.stderr.write(`${error instanceof Problem ? error.message : error.stack}\n`);
    await shutdown.end('it failed', 1);
  }
}

/**
 * Reads the arguments. Relative paths start at the caller's folder: npm runs scripts in the project's root and passes
 * the caller's folder in INIT_CWD.
 */
function readRequest(args) {
  const fromHere = (file) => path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const { values, positionals } = parse(args);
  if (positionals.length !== 1 || !values.county) throw new Problem(USAGE);
  const rejects = values.rejects && { rejects: fromHere(values.rejects) };
  const acceptRemovals = values['accept-removals'];
  return { bundle: fromHere(positionals[0]), county: values.county, acceptRemovals, ...rejects };
}

function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        county: { type: 'string' },
        rejects: { type: 'string' },
        'accept-removals': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Problem(`${error.message}\n${USAGE}`);
  }
}

/**
 * Finds the product, and starts its servers if they are not running. `shutdown` ends only servers that this call
 * started.
 */
async function findProduct(shutdown) {
  if (isDeployment()) return deploymentEnvironment();
  const settings = readSettings(process.env);
  prepareDataDir(settings.dataDir);
  const runs = await isProductRunning(settings.dataDir, () =>
    say('another import is under way; waiting for it'),
  );
  if (!runs) await lockDataDir(settings.dataDir, { pid: process.pid, port: settings.port, imports: true });
  const { buildServer } = await import('./build-server.mjs');
  await buildServer();
  const secrets = readSecrets(settings.dataDir);
  const addresses = await startDataServers(settings.dataDir, secrets, (name, server) => {
    if (!runs) shutdown.add(name, server.stop);
  });
  return serviceEnvironment(settings, secrets, { ...addresses, smtpPort: NO_MAIL_PORT });
}
