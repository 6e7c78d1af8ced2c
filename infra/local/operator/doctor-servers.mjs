import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { environmentOf } from '../process-environment.mjs';
import { bad, good } from './findings.mjs';

const NEEDED_BYTES = 1e9;
const PARTITIONS = 8;

/** Checks that the object store answers and, if it is a folder, has room. */
export async function examineFiles(environment) {
  const { OBJECTS_DIR, S3_ENDPOINT, S3_BUCKET } = environment;
  if (!S3_ENDPOINT) {
    const { bavail, bsize } = await statfs(OBJECTS_DIR);
    const free = bavail * bsize;
    return free < NEEDED_BYTES
      ? [bad('files', `${OBJECTS_DIR} has ${Math.floor(free / 1e6)} MB left`, 'Make room on its disk.')]
      : [good('files', `${OBJECTS_DIR} has ${Math.floor(free / 1e9)} GB left`)];
  }
  const [{ readConfig, needsOf }, { openObjectStore }] = await Promise.all([
    import('@portal/infra/config'),
    import('@portal/infra/storage'),
  ]);
  const { storage } = readConfig(environmentOf(environment, 'gateway'), needsOf('gateway'));
  // a listing fails if the bucket is missing or the access key may not read it
  for await (const _key of openObjectStore(storage).list('doctor/')) break;
  return [good('files', `the bucket ${S3_BUCKET} answers`)];
}

/** @param {Record<string, string>} environment */
export async function examineMail({ SMTP_URL }) {
  const { hostname, port, protocol } = new URL(SMTP_URL);
  await reach(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 25));
  return [good('mail', `${hostname} answers`)];
}

/**
 * Checks that each topic has the usual number of partitions; with another number, facts of an aggregate lose their
 * order.
 * @param {Record<string, string>} environment
 */
export async function examineKafka({ KAFKA_BROKERS = '', REDIS_NAMESPACE = 'portal' }) {
  const { Kafka, logLevel } = await import('kafkajs');
  const { kafkaServers } = await import('@portal/infra/events');
  const servers = kafkaServers(KAFKA_BROKERS.split(',').map((broker) => broker.trim()));
  const admin = new Kafka({ ...servers, logLevel: logLevel.NOTHING, retry: { retries: 1 } }).admin();
  await admin.connect();
  try {
    const { topics } = await admin.fetchTopicMetadata();
    const own = topics.filter(({ name }) => name.startsWith(`${REDIS_NAMESPACE}.`));
    const odd = own.filter(({ partitions }) => partitions.length !== PARTITIONS);
    return [
      good('Kafka', `answers, ${own.length} topics`),
      ...odd.map(({ name, partitions }) =>
        bad(
          'Kafka',
          `${name} has ${partitions.length} partitions`,
          `Make it again with ${PARTITIONS} while no service runs: with another number, facts of one account get out of order.`,
        ),
      ),
    ];
  } finally {
    await admin.disconnect();
  }
}

async function reach(host, port) {
  const socket = connect({ host, port, timeout: 5000 });
  try {
    await Promise.race([
      once(socket, 'connect'),
      once(socket, 'timeout').then(() => {
        throw new Error(`${host}:${port} does not answer within 5 s`);
      }),
    ]);
  } finally {
    socket.destroy();
  }
}
