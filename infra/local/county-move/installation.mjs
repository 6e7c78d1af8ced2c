// The two installations of a move, each with its environment, database, facts and files.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isDataDirInUse } from '../data-lock.mjs';
import { startDataServers } from '../data-servers.mjs';
import { deploymentEnvironment, isDeployment } from '../deployment.mjs';
import { withLauncherClient } from '../launcher-client.mjs';
import { Problem } from '../problem.mjs';
import { environmentOf } from '../process-environment.mjs';
import { findRunningProduct } from '../running-product.mjs';
import { readSecrets, readSettings, serviceEnvironment } from '../settings.mjs';

const ANNOUNCE_MS = 5_000;
const NO_MAIL_PORT = 25;

/**
 * @typedef {object} Installation
 * @property {Record<string, string>} environment the launcher's variables
 * @property {string} adminUrl
 * @property {string} redisUrl the administrator's address of Redis
 * @property {string} namespace
 */

/** The installation that this command works on. @returns {Promise<Installation>} */
export const ownInstallation = async () =>
  installationOf(await (isDeployment() ? deploymentEnvironment() : findRunningProduct()));

/**
 * @param {string} place the data folder of a running `npm start`, or a file with the operator's variables of a
 * deployment, one `NAME=value` in a line
 * @returns {Promise<Installation>}
 * @throws {Problem}
 */
export async function installationAt(place) {
  if (!existsSync(place)) throw new Problem(`There is no file or folder ${place}.`);
  return installationOf(await (statSync(place).isDirectory() ? ofFolder(place) : ofFile(place)));
}

async function ofFolder(folder) {
  const settings = readSettings({ ...process.env, DATA_DIR: path.resolve(folder) });
  if (!(await isDataDirInUse(settings.dataDir))) throw new Problem(`No product runs on ${settings.dataDir}.`);
  const secrets = readSecrets(settings.dataDir);
  const addresses = await startDataServers(settings.dataDir, secrets, () => undefined);
  return serviceEnvironment(settings, secrets, { ...addresses, smtpPort: NO_MAIL_PORT });
}

async function ofFile(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const variables = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^\s*([A-Z][A-Z0-9_]*)=(.*?)\s*$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );
  // a file with PROCESS_SECRET already has the launcher's variables; any other file has the operator's
  return variables.PROCESS_SECRET ? variables : deploymentEnvironment(variables);
}

/** @returns {Installation} */
const installationOf = (environment) => ({
  environment,
  adminUrl: environment.DATABASE_ADMIN_URL,
  redisUrl: environment.REDIS_URL,
  namespace: environment.REDIS_NAMESPACE || 'portal',
});

/** Opens the object store of an installation. */
export async function openFiles({ environment }) {
  const [{ needsOf, readConfig }, { openObjectStore }] = await Promise.all([
    import('@portal/infra/config'),
    import('@portal/infra/storage'),
  ]);
  const { storage } = readConfig(environmentOf(environment, 'launcher'), needsOf('launcher'));
  return openObjectStore(storage);
}

/**
 * Loads the code that `announce` and `quieten` need. This takes a second, so the move loads the code before it stops
 * people from writing.
 */
export const loadClients = () =>
  Promise.all([
    import('@portal/proto/rpc/admin-config'),
    import('@portal/infra/config'),
    import('@portal/infra/redis'),
    import('@portal/infra/rpc'),
  ]);

/**
 * Tells every process of the installation to read the list of counties again. Without this call, the processes read it
 * within 30 s. The county's audit log records the call.
 * @returns {Promise<boolean>} false if the services do not answer
 */
export async function announce({ environment }, county) {
  const [{ announceCounty }, { systemActor }] = await Promise.all([
    import('@portal/proto/rpc/admin-config'),
    import('@portal/infra/rpc'),
  ]);
  const actor = systemActor(county, 'launcher');
  try {
    return await withLauncherClient(environmentOf(environment, 'launcher'), async ({ rpc }) => {
      const answer = await rpc.call(announceCounty, {}, { actor, deadlineMs: ANNOUNCE_MS });
      return answer.ok;
    });
  } catch {
    return false;
  }
}
