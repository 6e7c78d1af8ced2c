// Checks when the servers' certificates end: an expired one stops everything at once.
import { once } from 'node:events';
import { connect } from 'node:net';
import * as tls from 'node:tls';
import { bad, found, good } from './findings.mjs';

const ANSWER_MS = 5_000;
const DAY_MS = 86_400_000;
/** Leaves time to renew by hand; automatic renewal happens earlier. */
const SOON_DAYS = 21;
/** The packet that asks PostgreSQL for TLS: length 8, code 80877103. It answers S or N. */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');
const DEFAULT_PORTS = {
  'rediss:': 6379,
  'https:': 443,
  'smtps:': 465,
  'postgres:': 5432,
  'postgresql:': 5432,
};

/**
 * Checks every server that the environment reaches with TLS, even if its certificate is no longer valid.
 * @param {Record<string, string>} environment the launcher's
 * @param {number} [now] milliseconds
 */
export async function examineCertificates(environment, now = Date.now()) {
  const places = await placesOf(environment);
  const findings = places.map((place) =>
    found('certificates', async () => [findingOf(place, await endOf(place), now)]),
  );
  return (await Promise.all(findings)).flat();
}

/**
 * @param {Record<string, string>} environment
 * @returns {Promise<{ name: string, host: string, port: number, asks: boolean }[]>}
 */
async function placesOf({ SEARCH_DATABASES = '', ...environment }) {
  const { sentinelsOf } = await import('@portal/infra/redis');
  const names = ['DATABASE_ADMIN_URL', 'REDIS_URL', 'CACHE_REDIS_URL', 'S3_ENDPOINT', 'SMTP_URL'];
  const named = [
    ...names.map((name) => ({ name, address: environment[name] })),
    ...SEARCH_DATABASES.split(',').map((address) => ({ name: 'SEARCH_DATABASES', address: address.trim() })),
  ];
  return named.flatMap(({ name, address }) => {
    if (!address) return [];
    const url = new URL(address);
    const isPostgres = url.protocol.startsWith('postgres');
    if (isPostgres ? !speaksTls(url) : !(url.protocol in DEFAULT_PORTS)) return [];
    const sentinels = sentinelsOf(url);
    const port = Number(url.port || DEFAULT_PORTS[url.protocol]);
    const servers =
      sentinels.length > 0 ? sentinels : [{ host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port }];
    return servers.map((server) => ({ name, asks: isPostgres, ...server }));
  });
}

const speaksTls = (url) => !['', 'disable'].includes(url.searchParams.get('sslmode') ?? '');

/** @returns {Promise<Date>} when the certificate that the server shows ends */
async function endOf({ host, port, asks }) {
  const plain = connect({ host, port });
  plain.setTimeout(ANSWER_MS, () => plain.destroy(new Error(`${host}:${port} does not answer within 5 s`)));
  try {
    await once(plain, 'connect');
    if (asks) await agreeOnTls(plain);
    const name = /[a-z]/i.test(host) && !host.includes(':') ? { servername: host } : {};
    // this check looks for expired certificates, so it must not refuse them
    const socket = tls.connect({ socket: plain, rejectUnauthorized: false, ...name });
    await once(socket, 'secureConnect');
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    plain.destroy();
  }
}

async function agreeOnTls(socket) {
  socket.write(SSL_REQUEST);
  const [answer] = await once(socket, 'data');
  if (answer.toString() !== 'S') throw new Error('PostgreSQL speaks no TLS');
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
