import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { allNeeds, type Need } from './needs.js';
import { ProcessKeys } from './process-keys.js';
import { fileVariables, withSecretFiles } from './secret-files.js';
import { variables, type ValueOf, type Variable, type VariableName } from './variables.js';

export type StorageConfig =
  | { readonly kind: 'folder'; readonly root: string }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly bucket: string;
      readonly accessKey: string;
      readonly secretKey: string;
      readonly region: string;
    };

/** The environment, read once at boot (infra/DESIGN.md#rules-that-boot-and-tests-enforce). */
export interface Config {
  readonly port: number;
  /** Port of a service process for /live, /ready, /version, /metrics; 0 takes a free one. */
  readonly httpPort: number;
  readonly httpHost: string;
  readonly trustedProxies: readonly string[];
  readonly demo: boolean;
  /**
   * The administrator's URL of the database, which only migrations and imports need. In a deployment, the processes of
   * services do not have it.
   */
  readonly databaseAdminUrl?: string;
  /** The URL of server and database, without username and password. */
  readonly databaseUrl: string;
  /** The secret from which the passwords of the database roles are derived. */
  readonly databaseSecret: string;
  /**
   * A second secret while the first one is being replaced. The passwords in PostgreSQL derive from one of these two.
   */
  readonly otherDatabaseSecret?: string;
  readonly databasePool: number;
  /** Streaming replicas that answer searches. */
  readonly searchDatabases: readonly string[];
  readonly redisUrl: string;
  readonly cacheRedisUrl: string;
  readonly redisNamespace: string;
  /** The keys that prove who sent a command; this process has only its own private key. */
  readonly keys: ProcessKeys;
  /** Encrypts the keys of second factors; only the identity service has this secret. */
  readonly secondFactorSecret?: string;
  /** The X25519 key that seals commands that contain secrets. */
  readonly sealingPublicKey: KeyObject;
  /** Private keys that open sealed commands, the current one first; only the identity service has them. */
  readonly sealingKeys: readonly KeyObject[];
  /**
   * Private addresses and networks to which a migration from LandShark One may connect. Only the identity service gets
   * them.
   */
  readonly ls1Hosts: readonly string[];
  /**
   * Absolute path of the file with the client secrets at the counties' identity providers. Only the identity service
   * gets it.
   */
  readonly providerSecretsFile?: string;
  /** Private networks in which identity providers may run. */
  readonly providerNetworks: readonly string[];
  readonly events: 'redis' | 'kafka';
  readonly kafkaBrokers?: readonly string[];
  readonly storage: StorageConfig;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly cardProvider: 'sandbox' | 'authorizenet';
  /** Absolute path of the operator's file with the keys of card merchants. */
  readonly cardCredentialsFile?: string;
  /** Seals the card keys that counties enter, so that only the payments service can open them. */
  readonly cardSealingPublicKey?: KeyObject;
  /** Private keys that open the sealed card keys, the current one first; only the payments service has them. */
  readonly cardSealingKeys: readonly KeyObject[];
  readonly paymentOrigin: string;
  /** Seconds after which the portal asks the card provider about a card payment that nobody has reported. */
  readonly cardFirstLookSeconds: number;
  readonly cardSweepSeconds: number;
  /** Multiplies the limits on page images; 0 switches these limits off. */
  readonly readingLimits: number;
  /** Multiplies the limits on searches and details; 0 switches these limits off. */
  readonly searchLimits: number;
  /** Sign-ins that one gateway admits per second under constant load. */
  readonly signInsPerSecond: number;
  /** How many seconds a stopping gateway still accepts requests. */
  readonly drainSeconds: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** The folder with faults to simulate; only `npm run faults` sets it. */
  readonly failpointsDir?: string;
  /** Where traces go, and the share of requests and jobs that are traced, from 0 to 1. */
  readonly tracing?: { readonly endpoint: string; readonly share: number };
  /** True in the launcher's single process, which runs the gateway and every service. No variable sets it. */
  readonly oneProcess?: boolean;
  readonly version: string;
  readonly commit: string;
}

/** All faults of the environment, one line for each variable. A line contains names, never values. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** The origins of the provider's card page (Authorize.Net's Accept Hosted), for real payments and for tests. */
const providerOrigins: readonly string[] = ['https://accept.authorize.net', 'https://test.authorize.net'];

/** Reads variables one by one and collects the faults, so that one start reports all of them. */
class Reader {
  readonly problems: string[];

  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly needs: readonly Need[] = allNeeds,
    found: readonly string[] = [],
  ) {
    this.problems = [...found];
  }

  /**
   * Like `get`, but the variable may be missing in a process whose needs do not include `need`. Such a process gets the
   * stand-in and never uses it.
   */
  getFor<N extends VariableName>(need: Need, name: N, standIn: ValueOf<N>): ValueOf<N> {
    if (!this.needs.includes(need) && !this.env[name]) return standIn;
    return this.get(name, standIn);
  }

  without(need: Need, ...names: readonly VariableName[]): boolean {
    return !this.needs.includes(need) && names.every((name) => !this.env[name]);
  }

  find<N extends VariableName>(name: N): ValueOf<N> | undefined {
    const variable: Variable = variables[name];
    const text = this.env[name] || variable.default;
    if (text === undefined) {
      // a file that cannot be read has been reported already
      if (!variable.optional && !this.env[`${name}_FILE`])
        this.problems.push(`${name} is missing: ${variable.for}`);
      return undefined;
    }
    try {
      return variables[name].parse(text) as ValueOf<N>;
    } catch {
      this.problems.push(`${name} must be ${variable.shape}: ${variable.for}`);
      return undefined;
    }
  }

  /**
   * Like `find`, for a variable that is required or has a default. After a fault, `get` returns the stand-in. The
   * stand-in is never used, because the fault stops the start.
   */
  get<N extends VariableName>(name: N, standIn: ValueOf<N>): ValueOf<N> {
    return this.find(name) ?? standIn;
  }

  /** Requires a variable because another one is set. */
  need(name: 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'OBJECTS_DIR', because: string): string {
    const value = this.find(name);
    if (value === undefined) this.problems.push(`${name} is missing (${because}): ${variables[name].for}`);
    return value ?? '';
  }
}

/**
 * Reads the environment as one typed object. `<NAME>_FILE` may name a file with a secret (`fileVariables`).
 * @param needs what this process uses (`needsOf`); variables for anything else may be missing
 * @throws {ConfigError} that names every missing and every wrong variable
 */
export function readConfig(
  given: NodeJS.ProcessEnv = process.env,
  needs: readonly Need[] = allNeeds,
): Config {
  const { env, problems } = withSecretFiles(given);
  const reader = new Reader(env, needs, problems);
  const redisUrl = reader.get('REDIS_URL', '');
  const cardCredentialsFile = reader.find('CARD_CREDENTIALS_FILE');
  const cardSealingPublicKey = reader.find('CARD_SEALING_PUBLIC_KEY');
  const providerSecretsFile = reader.find('PROVIDER_SECRETS_FILE');
  const failpointsDir = reader.find('FAILPOINTS_DIR');
  const secondFactorSecret = reader.find('SECOND_FACTOR_SECRET');
  const config: Config = {
    port: reader.get('PORT', 0),
    httpPort: reader.get('SERVICE_PORT', 0),
    httpHost: reader.get('SERVICE_HOST', ''),
    trustedProxies: reader.get('TRUSTED_PROXIES', []),
    demo: reader.get('DEMO', false),
    ...readDatabase(reader),
    databasePool: reader.get('DATABASE_POOL', 1),
    searchDatabases: reader.get('SEARCH_DATABASES', []),
    redisUrl,
    cacheRedisUrl: reader.find('CACHE_REDIS_URL') ?? redisUrl,
    redisNamespace: reader.get('REDIS_NAMESPACE', ''),
    keys: readKeys(reader),
    ...(secondFactorSecret !== undefined && { secondFactorSecret }),
    ...readSealing(reader),
    ls1Hosts: reader.get('LS1_HOSTS', []),
    ...(providerSecretsFile !== undefined && { providerSecretsFile: resolve(providerSecretsFile) }),
    providerNetworks: reader.get('PROVIDER_NETWORKS', []),
    ...readEvents(reader),
    storage: readStorage(reader),
    smtpUrl: reader.getFor('mail', 'SMTP_URL', ''),
    mailFrom: reader.get('MAIL_FROM', ''),
    ...readCards(reader),
    ...(cardCredentialsFile !== undefined && { cardCredentialsFile: resolve(cardCredentialsFile) }),
    ...(cardSealingPublicKey && { cardSealingPublicKey }),
    cardSealingKeys: reader.find('CARD_SEALING_KEYS') ?? [],
    cardFirstLookSeconds: reader.get('CARD_FIRST_LOOK_SECONDS', 1),
    cardSweepSeconds: reader.get('CARD_SWEEP_SECONDS', 1),
    readingLimits: reader.get('READING_LIMITS', 1),
    searchLimits: reader.get('SEARCH_LIMITS', 1),
    signInsPerSecond: reader.get('SIGN_INS_PER_SECOND', 1),
    drainSeconds: reader.get('DRAIN_SECONDS', 0),
    logLevel: reader.get('LOG_LEVEL', 'info'),
    ...(failpointsDir !== undefined && { failpointsDir: resolve(failpointsDir) }),
    ...readTracing(reader),
    version: reader.get('VERSION', ''),
    commit: reader.get('COMMIT', ''),
  };
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}

/**
 * Reads a single variable, for code that runs before the configuration is complete (the log's level) or that needs
 * nothing else (the page check).
 */
export function readVariable<N extends VariableName>(
  name: N,
  env: NodeJS.ProcessEnv = process.env,
): ValueOf<N> | undefined {
  const read = withSecretFiles(env, fileVariables.includes(name) ? [name] : []);
  const reader = new Reader(read.env, allNeeds, read.problems);
  const value = reader.find(name);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return value;
}

function readDatabase(
  reader: Reader,
): Pick<Config, 'databaseAdminUrl' | 'databaseUrl' | 'databaseSecret' | 'otherDatabaseSecret'> {
  if (reader.without('database', 'DATABASE_ADMIN_URL', 'DATABASE_URL', 'DATABASE_SECRET'))
    return { databaseUrl: '', databaseSecret: '' };
  const adminUrl = reader.find('DATABASE_ADMIN_URL');
  const url = reader.find('DATABASE_URL') ?? adminUrl;
  const [given, other] = reader.find('DATABASE_SECRET') ?? [];
  const secret = given ?? (adminUrl && decodeURIComponent(new URL(adminUrl).password));
  if (url === undefined) reader.problems.push(`DATABASE_URL is missing: ${variables.DATABASE_URL.for}`);
  if (!secret) reader.problems.push(`DATABASE_SECRET is missing: ${variables.DATABASE_SECRET.for}`);
  return {
    ...(adminUrl !== undefined && { databaseAdminUrl: adminUrl }),
    databaseUrl: url === undefined ? '' : withoutCredentials(url),
    databaseSecret: secret ?? '',
    ...(other !== undefined && { otherDatabaseSecret: other }),
  };
}

function readKeys(reader: Reader): ProcessKeys {
  const held = reader.get('RPC_KEY', new Map());
  const known = reader.get('RPC_PUBLIC_KEYS', new Map());
  try {
    return new ProcessKeys(held, known);
  } catch {
    reader.problems.push(`RPC_KEY must belong to RPC_PUBLIC_KEYS: ${variables.RPC_KEY.for}`);
    return new ProcessKeys(new Map(), known);
  }
}

function readSealing(reader: Reader): Pick<Config, 'sealingPublicKey' | 'sealingKeys'> {
  const sealingKeys = reader.find('SEALING_KEY') ?? [];
  const [current] = sealingKeys;
  const sealingPublicKey = reader.find('SEALING_PUBLIC_KEY') ?? (current && createPublicKey(current));
  const wrong = reader.problems.some((problem) => problem.startsWith('SEALING_'));
  if (!sealingPublicKey && !wrong)
    reader.problems.push(`SEALING_PUBLIC_KEY is missing: ${variables.SEALING_PUBLIC_KEY.for}`);
  return {
    // the stand-in is never used, because the missing or wrong variable stops the start
    sealingPublicKey: sealingPublicKey ?? createPublicKey(generateKeyPairSync('x25519').privateKey),
    sealingKeys,
  };
}

function readEvents(reader: Reader): Pick<Config, 'events' | 'kafkaBrokers'> {
  const events = reader.get('EVENTS', 'redis');
  const brokers = reader.find('KAFKA_BROKERS');
  if (events === 'kafka' && !brokers?.length) {
    reader.problems.push(`KAFKA_BROKERS is missing (EVENTS is kafka): ${variables.KAFKA_BROKERS.for}`);
  }
  return { events, ...(brokers && { kafkaBrokers: brokers }) };
}

function readTracing(reader: Reader): Pick<Config, 'tracing'> {
  const endpoint = reader.find('OTEL_EXPORTER_OTLP_ENDPOINT');
  const share = reader.get('OTEL_TRACES_SAMPLER_ARG', 0);
  return endpoint === undefined ? {} : { tracing: { endpoint, share } };
}

/**
 * Reads the settings of card payments. Users type card numbers on pages of PAYMENT_ORIGIN, so any origin other than the
 * card provider's is a mistake or an attack.
 */
function readCards(reader: Reader): Pick<Config, 'cardProvider' | 'paymentOrigin'> {
  const cardProvider = reader.getFor('cards', 'CARD_PROVIDER', 'sandbox');
  const paymentOrigin = reader.getFor('cards', 'PAYMENT_ORIGIN', '');
  if (cardProvider === 'authorizenet' && paymentOrigin !== '' && !providerOrigins.includes(paymentOrigin)) {
    reader.problems.push(
      `PAYMENT_ORIGIN must be ${providerOrigins.join(' or ')} (CARD_PROVIDER is authorizenet): ${variables.PAYMENT_ORIGIN.for}`,
    );
  }
  return { cardProvider, paymentOrigin };
}

function readStorage(reader: Reader): StorageConfig {
  if (reader.without('storage', 'S3_ENDPOINT', 'OBJECTS_DIR')) return { kind: 'folder', root: '' };
  const endpoint = reader.find('S3_ENDPOINT');
  if (endpoint === undefined) {
    return { kind: 'folder', root: resolve(reader.need('OBJECTS_DIR', 'S3_ENDPOINT is absent')) };
  }
  return {
    kind: 's3',
    endpoint,
    bucket: reader.need('S3_BUCKET', 'S3_ENDPOINT is set'),
    accessKey: reader.need('S3_ACCESS_KEY', 'S3_ENDPOINT is set'),
    secretKey: reader.need('S3_SECRET_KEY', 'S3_ENDPOINT is set'),
    region: reader.get('S3_REGION', ''),
  };
}

function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
