import { loadServices } from './service-modules.mjs';

/**
 * Brings the tables of every service up to date.
 * @param {Record<string, string>} environment with DATABASE_ADMIN_URL
 * @returns {Promise<number>} how many migrations ran
 */
export async function migrateAll(environment) {
  const { migrate } = await import('@portal/infra/db');
  let count = 0;
  for (const { name, migrations } of await loadServices()) {
    const secret = environment.DATABASE_SECRET;
    const ran = await migrate(environment.DATABASE_ADMIN_URL, {
      service: name,
      migrations,
      ...(secret && { secret }),
    });
    count += ran.length;
  }
  return count;
}

/** The environment without the administrator: what a service gets in a deployment, and so here too. */
export function withoutAdministrator(environment) {
  const { DATABASE_ADMIN_URL, ...rest } = environment;
  const url = new URL(DATABASE_ADMIN_URL);
  const secret = rest.DATABASE_SECRET ?? decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  return { DATABASE_URL: url.href, ...rest, DATABASE_SECRET: secret };
}
