// A separate product for one drill: servers, a county with documents and people, and the processes.
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../local/embedded-pg.mjs';
import { startRedis } from '../local/embedded-redis.mjs';
import { sealingKeys } from '../local/sealing-keys.mjs';
import { verify } from '../local/operator/verify.mjs';
import { Fleet } from './fleet.mjs';

const COUNTY = 'lake';
const password = 'Drills!2026';
/** The size of the county, which is small because drills measure losses and not speed. */
const documents = { documents: 400, imaged: 60 };
const PEOPLE = 8;

/** Starts every server for which the drill gives no address. */
export async function openServers(folder, given = {}) {
  const secret = randomBytes(16).toString('hex');
  const options = {
    dataDir: given.dataDir ?? path.join(folder, 'postgres'),
    password: secret,
    database: 'portal',
    maxConnections: 300,
    settings: given.settings ?? [],
    environment: given.environments?.postgres,
  };
  const [postgres, redis] = await Promise.all([
    given.databaseUrl ? undefined : startPostgres(options),
    given.redisUrl
      ? undefined
      : startRedis({ dir: path.join(folder, 'redis'), environment: given.environments?.redis }),
  ]);
  return {
    ...{ postgres, redis, options },
    databaseUrl: given.databaseUrl ?? postgres.url,
    redisUrl: given.redisUrl ?? redis.url,
    stop: () => Promise.all([postgres?.stop(), redis?.stop()]),
  };
}

/** A temporary folder that PostgreSQL may enter even if another Unix user runs it. */
export function drillFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-drill-'));
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const environmentFor = ({ folder, databaseUrl, redisUrl, more = {} }) => ({
  PATH: process.env.PATH,
  PORT: '8080',
  DATA_DIR: path.join(folder, 'portal'),
  OBJECTS_DIR: path.join(folder, 'objects'),
  DATABASE_ADMIN_URL: databaseUrl,
  REDIS_URL: redisUrl,
  REDIS_USERS: '1',
  PROCESS_SECRET: randomBytes(16).toString('hex'),
  SECOND_FACTOR_SECRET: randomBytes(16).toString('hex'),
  ...sealingKeys(),
  SMTP_URL: 'smtp://127.0.0.1:1',
  CARD_PROVIDER: 'sandbox',
  PAYMENT_ORIGIN: 'http://pay.localhost:8081',
  TRUSTED_PROXIES: '127.0.0.1',
  READING_LIMITS: '0',
  SEARCH_LIMITS: '0',
  SIGN_INS_PER_SECOND: '100',
  SERVICE_PORT: '0',
  LOG_LEVEL: 'warn',
  DEMO: '0',
  ...more,
});

/**
 * Creates tables, county, documents and people with the scripts of the version.
 * @returns {Promise<{ documents: { documentKey: string, pageCount: number }[], people: object[] }>}
 */
export async function furnish(version, { environment, folder, ask }) {
  const [{ makeCounty }, { openLauncherRpc }, { saveAccountWithUsers, terms }] = await Promise.all(
    ['county', 'launcher-rpc', 'payers'].map((name) => version.load(`infra/bench/faults/${name}.mjs`)),
  );
  const rpc = await openLauncherRpc(environment, COUNTY);
  const makeUsers = async (n) => {
    const paymentMethod = n % 2 ? 'INVOICE' : 'ESCROW';
    const users = await saveAccountWithUsers(rpc, {
      ...{ name: `Drill ${n}`, usernames: [`drill.user.${n}`], password },
      terms: { ...terms, paymentMethod },
      opening: n % 2 ? [] : [['USD', 5_000_000]],
    });
    return users.map((user) => ({ ...user, paymentMethod }));
  };
  try {
    await makeCounty({ rpc, stack: { environment, dataDir: folder }, size: documents, say: () => undefined });
    const people = [];
    // creates one user after another, because computing many password hashes at once takes too long on a busy machine
    for (let n = 0; n < PEOPLE; n += 1) people.push(...(await makeUsers(n)));
    const withPages = await ask(
      `SELECT document_key AS "documentKey", page_count AS "pageCount" FROM imaging.document_images
        WHERE county_id = $1 AND page_count > 1 ORDER BY document_key`,
      [COUNTY],
    );
    return { documents: withPages, people };
  } finally {
    await rpc.close();
  }
}

/** Migrates tables and Redis users to a version, which is the first step of an update. */
export async function migrateTo(version, environment) {
  const [{ migrateAll }, { makeRedisUsers }] = await Promise.all([
    version.load('infra/local/migrations.mjs'),
    version.load('infra/local/redis-users.mjs'),
  ]);
  const ran = await migrateAll(environment);
  await makeRedisUsers(environment);
  return ran;
}

/** The faults that `portal verify` finds, one line each. */
export async function violations(environment) {
  const findings = await verify({
    adminUrl: environment.DATABASE_ADMIN_URL,
    storage: storageOf(environment),
  });
  return findings.filter(({ ok }) => !ok).map(({ about, text }) => `${about}: ${text}`);
}

const storageOf = ({ OBJECTS_DIR, ...s3 }) =>
  s3.S3_ENDPOINT
    ? {
        kind: 's3',
        endpoint: s3.S3_ENDPOINT,
        bucket: s3.S3_BUCKET,
        region: s3.S3_REGION,
        accessKey: s3.S3_ACCESS_KEY,
        secretKey: s3.S3_SECRET_KEY,
      }
    : { kind: 'folder', root: OBJECTS_DIR };

/** Starts the processes of a version. Their output goes to `processes.log` in the drill's folder. */
export async function startFleet(version, { environment, folder }) {
  const log = createWriteStream(path.join(folder, 'processes.log'), { flags: 'a' });
  const fleet = new Fleet(environment, (line) => log.write(`${line}\n`));
  await fleet.start(version);
  return fleet;
}
