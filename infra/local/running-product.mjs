import { isDataDirInUse } from './data-lock.mjs';
import { startDataServers } from './data-servers.mjs';
import { Problem } from './problem.mjs';
import { prepareDataDir, readSecrets, readSettings, serviceEnvironment } from './settings.mjs';

const NO_MAIL_PORT = 25;

/**
 * Returns the launcher's environment for the product that runs on DATA_DIR. If REDIS_URL is set, does not check whether
 * a product runs.
 * @throws {Problem} when no product runs on DATA_DIR
 */
export async function findRunningProduct() {
  const settings = readSettings(process.env);
  prepareDataDir(settings.dataDir);
  if (!process.env.REDIS_URL && !(await isDataDirInUse(settings.dataDir)))
    throw new Problem(
      `No product runs on ${settings.dataDir}. Run "npm start" first, with the same DATA_DIR.`,
    );
  const { buildServer } = await import('./build-server.mjs');
  await buildServer();
  const secrets = readSecrets(settings.dataDir);
  const addresses = await startDataServers(settings.dataDir, secrets, () => undefined);
  return serviceEnvironment(settings, secrets, { ...addresses, smtpPort: NO_MAIL_PORT });
}
