import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { Turns } from '../clock/index.js';
import type { Config } from '../config/index.js';
import { openLog } from '../log/index.js';
import { sentinelsOf } from '../redis/index.js';
import { gauge } from './registry.js';

const log = openLog('certificates');
const LOOK_MS = 6 * 60 * 60_000;
const ANSWER_MS = 5_000;
/** The packet that asks PostgreSQL for TLS: length 8, code 80877103. PostgreSQL answers S (yes) or N (no). */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');
const defaultPorts: Readonly<Record<string, number>> = {
  'rediss:': 6379,
  'https:': 443,
  'ssl:': 9093,
  'smtps:': 465,
  'postgres:': 5432,
  'postgresql:': 5432,
};

const ends = gauge({
  ...{
    name: 'certificate_ends_seconds',
    help: 'When the certificate of a server ends that this process reaches with TLS, in seconds since 1970',
  },
  labelNames: ['server'] as const,
});

/** A server that is reached with TLS. */
export interface TlsServer {
  readonly host: string;
  readonly port: number;
  /** True for PostgreSQL, which must be asked for TLS before the handshake. */
  readonly asks: boolean;
}

/**
 * Lists the TLS servers of an address: every Sentinel if the address names Sentinels, otherwise the one server; none if
 * the address does not use TLS.
 */
export function tlsServersOf(address: string): TlsServer[] {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  const asks = url.protocol.startsWith('postgres');
  if (asks ? !speaksTls(url) : !(url.protocol in defaultPorts)) return [];
  const sentinels = sentinelsOf(url);
  if (sentinels.length > 0) return sentinels.map((server) => ({ ...server, asks }));
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return [{ host, port: Number(url.port || defaultPorts[url.protocol]), asks }];
}

const speaksTls = (url: URL): boolean => !['', 'disable'].includes(url.searchParams.get('sslmode') ?? '');

/**
 * @returns when the server's certificate expires, even if the certificate is not trusted
 * @throws when the server does not answer
 */
export async function certificateEnd({ host, port, asks }: TlsServer): Promise<Date> {
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

async function agreeOnTls(socket: Socket): Promise<void> {
  // PostgreSQL may close the connection without an error, and then `once` would wait for data forever
  const hungUp = (): unknown => socket.destroy(new Error('PostgreSQL hung up'));
  socket.once('end', hungUp);
  socket.write(SSL_REQUEST);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.off('end', hungUp);
  if (answer.toString() !== 'S') throw new Error('PostgreSQL speaks no TLS');
}

type Addresses = Pick<
  Config,
  'databaseUrl' | 'searchDatabases' | 'redisUrl' | 'cacheRedisUrl' | 'kafkaBrokers' | 'storage' | 'smtpUrl'
>;

/** The servers that a process reaches with TLS. */
function serversOf(config: Addresses): TlsServer[] {
  const {
    databaseUrl,
    searchDatabases,
    redisUrl,
    cacheRedisUrl,
    kafkaBrokers = [],
    storage,
    smtpUrl,
  } = config;
  const objects = 'endpoint' in storage ? [String(storage.endpoint)] : [];
  return [
    databaseUrl,
    ...searchDatabases,
    redisUrl,
    cacheRedisUrl,
    ...kafkaBrokers,
    ...objects,
    smtpUrl,
  ].flatMap(tlsServersOf);
}

/** Updates the metric. For a server that does not answer, the metric keeps its last value. */
export async function lookAtCertificates(config: Addresses): Promise<void> {
  for (const server of serversOf(config)) {
    const label = `${server.host}:${server.port}`;
    await certificateEnd(server).then(
      (end) => ends.set({ server: label }, end.getTime() / 1_000),
      (error: unknown) => log.warn({ err: error, server: label }, 'a certificate was not seen'),
    );
  }
}

/**
 * Reads the certificates now and every six hours.
 * @returns a function that stops this watch
 */
export function watchCertificates(config: Addresses): () => Promise<void> {
  const look = (): Promise<void> => lookAtCertificates(config);
  const turns = new Turns({
    everyMs: LOOK_MS,
    work: look,
    onFault: (error) => log.warn({ err: error }, 'no look'),
  });
  const first = look();
  turns.start();
  return async () => {
    await first;
    await turns.stop();
  };
}
