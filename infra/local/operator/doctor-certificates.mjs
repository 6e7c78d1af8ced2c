// Checks when the servers' certificates expire: an expired certificate stops everything at once.
import { bad, found, good } from './findings.mjs';

const DAY_MS = 86_400_000;
/**
 * Doctor warns this many days before a certificate expires, which leaves time to renew it by hand. Automatic renewal
 * happens earlier.
 */
const SOON_DAYS = 21;

/**
 * Checks every server whose address in the environment asks for TLS. A server whose certificate has expired is checked
 * too.
 * @param {Record<string, string>} environment the launcher's
 * @param {number} [now] milliseconds
 */
export async function examineCertificates(environment, now = Date.now()) {
  const { certificateEnd } = await import('@portal/infra/metrics');
  const places = await placesOf(environment);
  const findings = places.map((place) =>
    found('certificates', async () => [findingOf(place, await certificateEnd(place), now)]),
  );
  return (await Promise.all(findings)).flat();
}

/**
 * @param {Record<string, string>} environment
 * @returns {Promise<{ name: string, host: string, port: number, asks: boolean }[]>}
 */
async function placesOf(environment) {
  const { tlsServersOf } = await import('@portal/infra/metrics');
  const names = ['DATABASE_ADMIN_URL', 'REDIS_URL', 'CACHE_REDIS_URL', 'S3_ENDPOINT', 'SMTP_URL'];
  const named = [
    ...names.map((name) => ({ name, address: environment[name] })),
    ...['SEARCH_DATABASES', 'KAFKA_BROKERS'].flatMap((name) =>
      (environment[name] ?? '').split(',').map((address) => ({ name, address: address.trim() })),
    ),
  ];
  return named.flatMap(({ name, address }) =>
    tlsServersOf(address ?? '').map((server) => ({ name, ...server })),
  );
}

function findingOf({ name, host, port }, end, now) {
  const [where, day] = [`${host}:${port} (${name})`, end.toISOString().slice(0, 10)];
  const days = Math.floor((end.getTime() - now) / DAY_MS);
  if (days < 0)
    return bad('certificates', `of ${where} ended on ${day}`, 'Renew it now: nothing can connect.');
  return days < SOON_DAYS
    ? bad('certificates', `of ${where} ends on ${day}, in ${days} days`, 'Renew it before that day.')
    : good('certificates', `of ${where} ends on ${day}`);
}
