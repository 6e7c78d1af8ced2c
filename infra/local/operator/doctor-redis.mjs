import { Redis } from 'ioredis';
import { serviceNames } from '../packages.mjs';
import { processNames } from '../process-keys.mjs';
import { redisPlaces, redisUrlOf } from '../redis-users.mjs';
import { bad, good } from './findings.mjs';

const OLDEST = 7;

/** @param {Record<string, string>} environment the environment variables of the launcher */
export function examineRedis(environment) {
  return withRedis(environment.REDIS_URL, async (redis) => [
    ...(await examineServer(redis, 'Redis')),
    ...(await setting(
      redis,
      'Redis',
      'maxmemory-policy',
      'noeviction',
      'It holds commands and jobs that nobody may drop.',
    )),
    ...(await setting(
      redis,
      'Redis',
      'appendonly',
      'yes',
      'Without it a restart loses sessions and waiting jobs.',
    )),
    ...(await examineUsers(environment)),
    ...(await examineProcesses(redis, environment)),
  ]);
}

/** @param {Record<string, string>} environment the environment variables of the launcher */
export function examineCache({ CACHE_REDIS_URL }) {
  return withRedis(CACHE_REDIS_URL, async (redis) => [
    ...(await examineServer(redis, 'cache')),
    ...(await setting(
      redis,
      'cache',
      'maxmemory-policy',
      'allkeys-lru',
      'It drops what was not used for longest.',
    )),
  ]);
}

async function withRedis(url, work) {
  const { redisOptions } = await import('@portal/infra/redis');
  return withServer(redisOptions(url), work);
}

/**
 * @template T
 * @param {import('ioredis').RedisOptions} place
 * @param {(redis: Redis) => Promise<T>} work
 */
async function withServer(place, work) {
  const redis = new Redis({
    ...place,
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  /**
   * Why the client could not connect. The client passes the reason only to its listener, not to the caller of
   * `connect`.
   */
  let reason;
  redis.on('error', (error) => (reason = error));
  try {
    await redis.connect().catch((error) => Promise.reject(reason ?? error));
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function examineServer(redis, about) {
  const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown';
  return Number.parseInt(version, 10) < OLDEST
    ? [bad(about, `is version ${version}`, `Use version ${OLDEST} or newer.`)]
    : [good(about, `answers, version ${version}`)];
}

/** A hosted Redis may refuse to show its settings; then this check reports nothing. */
async function setting(redis, about, name, wanted, because) {
  const [, value] = await redis.config('GET', name).catch(() => []);
  if (value === undefined || value === wanted) return [];
  return [bad(about, `${name} is ${value}`, `Set it to ${wanted}. ${because}`)];
}

async function examineUsers(environment) {
  if (environment.REDIS_USERS !== '1') return [];
  const findings = [];
  for (const name of processNames)
    // Redis does not replicate its users: a replica without them refuses everybody when it becomes the primary
    for (const [nth, place] of (await redisPlaces(redisUrlOf(environment, name))).entries()) {
      const refused = await withServer(place, (redis) => redis.ping()).then(
        () => undefined,
        (error) => error.message,
      );
      const where = nth === 0 ? '' : ` at the replica ${place.host}:${place.port}`;
      if (refused)
        findings.push(bad('Redis', `${name} cannot sign in${where}: ${refused}`, 'Run "portal migrate".'));
    }
  return findings.length > 0 ? findings : [good('Redis', 'every process can sign in')];
}

/**
 * Checks that every process runs, is ready and has the same version. Reads the reports that processes write every few
 * seconds.
 */
async function examineProcesses(redis, { REDIS_NAMESPACE = 'portal' }) {
  const { readVitalSigns } = await import('@portal/infra/metrics');
  const { processes, missing } = await readVitalSigns(redis, REDIS_NAMESPACE, [...serviceNames(), 'gateway']);
  const todo = 'Look at its log; it names what it lacks.';
  const there = processes.filter(({ isLost }) => !isLost);
  const versions = new Set(there.map(({ version }) => version));
  return [
    ...missing.map((name) => bad('processes', `${name} does not run`, todo)),
    ...there.flatMap(({ service, parts }) =>
      Object.entries(parts)
        .filter(([, ok]) => !ok)
        .map(([part]) => bad('processes', `${service} is not ready: ${part}`, todo)),
    ),
    ...(versions.size > 1
      ? [bad('processes', `run ${versions.size} versions: ${[...versions].join(', ')}`, 'Finish the update.')]
      : []),
    ...(there.length > 0
      ? [good('processes', `${there.length} run, version ${[...versions].join(', ')}`)]
      : []),
  ];
}
