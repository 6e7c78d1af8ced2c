// `portal migrate`: prepares the servers of a deployment for the version of this image.
import { deploymentEnvironment } from './deployment.mjs';
import { migrateAll } from './migrations.mjs';
import { Problem } from './problem.mjs';
import { makeRedisUsers } from './redis-users.mjs';

export const USAGE = `Usage: portal migrate
  brings tables, database roles, Redis users and the bucket up to date. Run it before the services of a new version.`;

/**
 * @param {string[]} args of the command line
 * @throws {Problem} when there are any, because the command takes none
 */
export async function migrateFromCommandLine(args) {
  if (args.length > 0) throw new Problem(USAGE);
  return migrateDeployment(await deploymentEnvironment());
}

/**
 * Brings tables and roles up to date, gives the processes their users in Redis, and makes the bucket. A second run
 * changes nothing, and two simultaneous runs wait for each other.
 * @param {Record<string, string>} given the launcher's environment
 * @returns {Promise<string[]>} lines for the operator
 */
export async function migrateDeployment(given) {
  const count = await migrateAll(given);
  await makeRedisUsers(given);
  const bucket = await makeBucket(given);
  return [
    count > 0 ? `${count} migrations ran.` : 'The tables are up to date.',
    ...(given.REDIS_USERS === '1' ? ['The processes have their users in Redis.'] : []),
    ...(bucket ? [bucket] : []),
  ];
}

/** @param {Record<string, string>} environment */
async function makeBucket({
  S3_ENDPOINT,
  S3_BUCKET = '',
  S3_ACCESS_KEY,
  S3_SECRET_KEY,
  S3_REGION = 'us-east-1',
}) {
  if (!S3_ENDPOINT) return undefined;
  const { Client } = await import('minio');
  const { hostname, port, protocol } = new URL(S3_ENDPOINT);
  const client = new Client({
    endPoint: hostname,
    ...(port !== '' && { port: Number(port) }),
    useSSL: protocol === 'https:',
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    region: S3_REGION,
    pathStyle: true,
  });
  if (await client.bucketExists(S3_BUCKET)) return undefined;
  await client.makeBucket(S3_BUCKET, S3_REGION).catch((error) => {
    // another run of `portal migrate` has just made the bucket
    if (error.code !== 'BucketAlreadyOwnedByYou') throw error;
  });
  return `The bucket ${S3_BUCKET} is made.`;
}
