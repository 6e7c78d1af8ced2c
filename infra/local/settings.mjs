// Decides which folders, ports and secrets `npm start` uses, and makes the environment of the services from them.
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { cardMerchantsFile } from './card-merchants.mjs';
import { projectRoot } from './node-version.mjs';
import { whyPortIsTaken } from './ports.mjs';
import { accountForPostgres } from './postgres-programs.mjs';
import { closeDataDir } from './private-files.mjs';
import { Problem } from './problem.mjs';
import { cardSealingKeys, newSealingKey, sealingKeys } from './sealing-keys.mjs';

const NEEDED_BYTES = 500e6;

/** Reads PORT and DATA_DIR; the other ports and the URLs follow from PORT. */
export function readSettings(environment) {
  const port = Number(environment.PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65533) {
    throw new Problem(`PORT must be a whole number from 1 to 65533, and is "${environment.PORT}".`);
  }
  const dataDir = path.resolve(projectRoot, environment.DATA_DIR || '.data');
  return {
    port,
    sandboxPort: port + 1,
    mailPagePort: port + 2,
    dataDir,
    portalOrigin: `http://localhost:${port}`,
    paymentOrigin: environment.PAYMENT_ORIGIN || `http://pay.localhost:${port + 1}`,
    mailOrigin: `http://localhost:${port + 2}`,
  };
}

/** Creates the data folder, closes it to other users, and checks that it is writable and its disk has room. */
export function prepareDataDir(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    closeDataDir(dataDir, isPassedThrough(dataDir));
    const { bavail, bsize } = statfsSync(dataDir);
    const free = bavail * bsize;
    if (free < NEEDED_BYTES) {
      throw new Problem(
        `Only ${Math.floor(free / 1e6)} MB are free on the disk of ${dataDir}; about 500 MB are needed. ` +
          'Free some, or set DATA_DIR to a folder on another disk.',
      );
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error.code === 'ENOSPC')
      throw new Problem(`No disk space is left for ${dataDir}. Set DATA_DIR to another disk.`);
    throw new Problem(`${dataDir} cannot be written (${error.code}). Set DATA_DIR to a folder of yours.`);
  }
}

/** True when PostgreSQL runs below `dataDir` as another Unix user, because this process is root. */
const isPassedThrough = (dataDir) =>
  !process.env.DATABASE_ADMIN_URL && accountForPostgres(path.join(dataDir, 'postgres')).uid !== undefined;

/** @throws {Problem} that names each port in use by another program */
export async function checkPorts({ port, sandboxPort, mailPagePort }) {
  const uses = {
    [port]: 'the portal',
    [sandboxPort]: 'the payment sandbox',
    [mailPagePort]: 'the mail page',
  };
  const looks = Object.entries(uses).map(async ([number, use]) => ({
    number,
    use,
    reason: await whyPortIsTaken(Number(number)),
  }));
  const taken = (await Promise.all(looks)).filter(({ reason }) => reason !== undefined);
  if (taken.length === 0) return;
  const list = taken.map(({ number, use, reason }) => `Port ${number} (${use}) ${describe(reason)}.`);
  throw new Problem(
    `${list.join('\n')}\nSet PORT to the first of three free ports, for example: PORT=8090 npm start`,
  );
}

function describe(reason) {
  if (reason === 'EADDRINUSE') return 'is in use by another program';
  if (reason === 'EACCES') return 'may not be used by an ordinary user';
  return `cannot be used (${reason})`;
}

/** Secrets of this data folder, created once: its database and Redis cannot be opened without them. */
export function readSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secret = () => randomBytes(24).toString('hex');
  const secrets = {
    database: kept.database ?? secret(),
    redis: kept.redis ?? secret(),
    /** The key of second factors. Existing data folders store it under this name. */
    rpc: kept.rpc ?? secret(),
    processes: kept.processes ?? secret(),
    sealing: kept.sealing ?? newSealingKey(),
    cardSealing: kept.cardSealing ?? newSealingKey(),
  };
  if (Object.keys(kept).length < Object.keys(secrets).length)
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

/**
 * The launcher's environment. `environmentOf` selects the variables that each process gets. Variables that are already
 * set take precedence, so that other servers can replace the embedded ones.
 * @param {{ databaseUrl?: string, redisUrl?: string, smtpPort: number }} servers that run here
 * @returns {Record<string, string>}
 */
export function serviceEnvironment(settings, secrets, servers) {
  const { databaseUrl, redisUrl, smtpPort } = servers;
  const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
  const defaults = {
    DATABASE_ADMIN_URL: databaseUrl,
    REDIS_URL: redisUrl,
    // the launcher manages users only in the embedded Redis
    REDIS_USERS: redisUrl ? '1' : '0',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    OBJECTS_DIR: path.join(settings.dataDir, 'objects'),
    PROCESS_SECRET: secrets.processes,
    SECOND_FACTOR_SECRET: secrets.rpc,
    ...sealingKeys(process.env.SEALING_KEY || secrets.sealing),
    ...cardSealingKeys(process.env.CARD_SEALING_KEYS || secrets.cardSealing),
    CARD_PROVIDER: 'sandbox',
    CARD_CREDENTIALS_FILE: cardMerchantsFile(settings.dataDir),
    // to try an identity provider on this machine, put its client secret into this file
    PROVIDER_SECRETS_FILE: path.join(settings.dataDir, 'provider-secrets.json'),
    PROVIDER_NETWORKS: '127.0.0.0/8,::1',
    LOG_LEVEL: 'warn',
    SERVICE_PORT: '0',
    // lets people try a migration from a LandShark One (LS1) database on this machine
    LS1_HOSTS: '127.0.0.1',
    // many people share the demo's few users, so the limits are higher
    SEARCH_LIMITS: '20',
    VERSION: version,
    DEMO: '1',
  };
  const fixed = {
    PORT: String(settings.port),
    DATA_DIR: settings.dataDir,
    PAYMENT_ORIGIN: settings.paymentOrigin,
  };
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  return /** @type {Record<string, string>} */ ({ ...defaults, ...given, ...fixed });
}
