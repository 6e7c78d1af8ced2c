import { databaseSecretOf } from './process-environment.mjs';
import { loadServices } from './service-modules.mjs';

/**
 * Migrates the tables of every service.
 * @param {Record<string, string>} environment with DATABASE_ADMIN_URL
 * @returns {Promise<number>} number of migrations that ran
 */
export async function migrateAll(environment) {
  const { migrate } = await import('@portal/infra/db');
  let count = 0;
  for (const { name, migrations } of await loadServices()) {
    const secret = databaseSecretOf(environment, name);
    const ran = await migrate(environment.DATABASE_ADMIN_URL, { service: name, migrations, secret });
    count += ran.length;
  }
  return count;
}
