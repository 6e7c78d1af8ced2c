import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod/mini';

/** One environment variable: how its text is parsed, its default, and its purpose. */
export interface Variable<T = unknown> {
  /** Parses the text; throws unless it has the form that `shape` describes. */
  readonly parse: (text: string) => T;
  /** Describes a valid value for the error message. */
  readonly shape: string;
  /**
   * The value when the variable is missing or empty. A variable without a default is required, unless it is `optional`.
   */
  readonly default?: string;
  /** Set when the variable is optional although it has no default. */
  readonly optional?: true;
  /** Set for secrets and the keys that go with them: `<NAME>_FILE` may name a file that contains the value. */
  readonly inFile?: true;
  readonly for: string;
}

const text = (): Pick<Variable<string>, 'parse' | 'shape'> => ({ parse: (value) => value, shape: 'text' });

const whole = (min: number, max: number): Pick<Variable<number>, 'parse' | 'shape'> => ({
  parse: (value) =>
    z
      .int()
      .check(z.gte(min), z.lte(max))
      .parse(/^\d+$/.test(value) ? Number(value) : value),
  shape: `a whole number from ${min} to ${max}`,
});

const address = (...protocols: string[]): Pick<Variable<string>, 'parse' | 'shape'> => ({
  parse: (value) => {
    if (!protocols.includes(new URL(value).protocol)) throw new Error('other protocol');
    return value;
  },
  shape: `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
});

const oneOf = <const T extends readonly string[]>(
  ...values: T
): Pick<Variable<T[number]>, 'parse' | 'shape'> => ({
  parse: (value) => z.enum(values).parse(value),
  shape: `one of ${values.join(', ')}`,
});

const list = (): Pick<Variable<string[]>, 'parse' | 'shape'> => ({
  parse: (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  shape: 'comma-separated values',
});

const addresses = (...protocols: string[]): Pick<Variable<string[]>, 'parse' | 'shape'> => ({
  parse: (value) =>
    list()
      .parse(value)
      .map((each) => address(...protocols).parse(each)),
  shape: `comma-separated addresses that begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
});

/** IP addresses, or networks such as 10.1.0.0/16. */
const networks = (): Pick<Variable<string[]>, 'parse' | 'shape'> => ({
  parse: (value) => {
    const entries = list().parse(value);
    for (const entry of entries) {
      const [, address = '', prefix = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
      const bits = { 4: 32, 6: 128 }[isIP(address)];
      if (bits === undefined || Number(prefix) > bits) throw new Error('not a network');
    }
    return entries;
  },
  shape: 'comma-separated IP addresses or networks',
});

const share = (): Pick<Variable<number>, 'parse' | 'shape'> => ({
  parse: (value) =>
    z
      .number()
      .check(z.gte(0), z.lte(1))
      .parse(/^[\d.]+$/.test(value) ? Number(value) : value),
  shape: 'a number from 0 to 1',
});

const flag = (): Pick<Variable<boolean>, 'parse' | 'shape'> => ({
  parse: (value) => z.enum(['0', '1']).parse(value) === '1',
  shape: '0 or 1',
});

const secret = (): Pick<Variable<string>, 'parse' | 'shape'> => ({
  parse: (value) => z.string().check(z.minLength(16)).parse(value),
  shape: 'a secret of at least 16 characters',
});

/** Accepts the current value, and a second one while the value is being replaced. */
const oneOrTwo = <T>({
  parse,
  shape,
}: Pick<Variable<T>, 'parse' | 'shape'>): Pick<Variable<readonly T[]>, 'parse' | 'shape'> => ({
  parse: (value) => {
    const parts = list().parse(value);
    if (parts.length < 1 || parts.length > 2) throw new Error('not one or two');
    return parts.map(parse);
  },
  shape: `${shape}, or two of them, comma-separated`,
});

/** An X25519 key in DER and base64, the output of `openssl genpkey -algorithm X25519 -outform DER | base64 -w0`. */
const x25519 = (read: (der: Buffer) => KeyObject): Pick<Variable<KeyObject>, 'parse'> => ({
  parse: (value) => {
    const key = read(Buffer.from(value, 'base64'));
    if (key.asymmetricKeyType !== 'x25519') throw new Error('another kind of key');
    return key;
  },
});

const keyOf = {
  private: (der: Buffer) => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  public: (der: Buffer) => createPublicKey({ key: der, format: 'der', type: 'spki' }),
};

/**
 * X25519 keys by the name of their process: `search=MC4CAQ…,payments=MC4CAQ…`. While the keys of a process are being
 * replaced, its name occurs twice, with the current key first.
 */
const named = (what: keyof typeof keyOf): Pick<Variable<Map<string, KeyObject[]>>, 'parse' | 'shape'> => ({
  parse: (value) => {
    const keys = new Map<string, KeyObject[]>();
    for (const part of value.split(',')) {
      const [, name, text] = /^([a-z][a-z-]*)=(.+)$/.exec(part.trim()) ?? [];
      if (name === undefined || text === undefined) throw new Error('not name=key');
      keys.set(name, [...(keys.get(name) ?? []), x25519(keyOf[what]).parse(text)]);
    }
    return keys;
  },
  shape: `comma-separated name=key pairs, each key an X25519 ${what} key in base64 (DER)`,
});

/**
 * Every environment variable of the portal (infra/DESIGN.md#rules-that-boot-and-tests-enforce). `infra/README.md` shows
 * the same table; a test compares the two.
 */
export const variables = {
  PORT: {
    ...whole(0, 65_535),
    default: '8080',
    for: 'HTTP port of the portal; the payment sandbox takes the next port',
  },
  SERVICE_PORT: {
    ...whole(0, 65_535),
    default: '9090',
    for: 'HTTP port of a service process for /live, /ready, /version and /metrics; 0 takes a free port',
  },
  SERVICE_HOST: {
    ...text(),
    default: '127.0.0.1',
    for: 'address that SERVICE_PORT listens on; use 0.0.0.0 where probes come from other machines and a network policy keeps everyone else away',
  },
  TRUSTED_PROXIES: {
    ...list(),
    default: '',
    for: 'addresses or networks whose X-Forwarded-* headers are believed',
  },
  DATA_DIR: { ...text(), default: '.data', for: 'folder of local data' },
  DEMO: {
    ...flag(),
    default: '0',
    for: '1 makes the demo counties and their sign-ins; never set it in a deployment',
  },
  DATABASE_ADMIN_URL: {
    ...address('postgres:', 'postgresql:'),
    optional: true,
    inFile: true,
    for: "address of PostgreSQL that contains an administrator's user name and password, for migrating and for creating roles; without DATABASE_URL, the server and database in this address are used; without DATABASE_SECRET, the password in it is used as the secret",
  },
  DATABASE_URL: {
    ...address('postgres:', 'postgresql:'),
    optional: true,
    for: "address of the services' database, without user name and password, because each service derives its own; required if DATABASE_ADMIN_URL is absent",
  },
  DATABASE_SECRET: {
    ...oneOrTwo(secret()),
    optional: true,
    inFile: true,
    for: 'secret that only this service has; the passwords of its two roles are derived from it; two secrets while it is replaced; if absent, the password in DATABASE_ADMIN_URL is used as the secret; DATABASE_SECRET or DATABASE_ADMIN_URL is required',
  },
  DATABASE_POOL: {
    ...whole(1, 200),
    default: '10',
    for: 'the most connections that a service opens for each of its roles',
  },
  SEARCH_DATABASES: {
    ...addresses('postgres:', 'postgresql:'),
    default: '',
    for: 'addresses of streaming replicas that answer searches, each in the form of DATABASE_URL; a replica that is unreachable, or 10 s or more behind, is not used',
  },
  REDIS_URL: {
    ...address('redis:', 'rediss:'),
    inFile: true,
    for: 'Redis for commands, facts, jobs and sessions; if it has Sentinels: redis://<name of the primary>?sentinels=host:26379,host:26379',
  },
  CACHE_REDIS_URL: {
    ...address('redis:', 'rediss:'),
    optional: true,
    inFile: true,
    for: 'Redis for hit lists and caches, set up to drop the least recently used entries first; if absent, REDIS_URL is used',
  },
  REDIS_NAMESPACE: { ...text(), default: 'portal', for: 'first part of every Redis key' },
  RPC_KEY: {
    ...named('private'),
    inFile: true,
    for: 'private key of this process, under the name of the process: signs commands to other processes and checks incoming ones; no other process has it',
  },
  RPC_PUBLIC_KEYS: {
    ...named('public'),
    inFile: true,
    for: 'public keys of all processes (gateway, launcher and every service); the value is the same for every process',
  },
  SECOND_FACTOR_SECRET: {
    ...secret(),
    optional: true,
    inFile: true,
    for: 'identity only: encrypts the keys of second factors and the passwords of LandShark One databases; its name was RPC_SECRET in earlier versions; recovery codes still work after it has changed',
  },
  SEALING_PUBLIC_KEY: {
    ...x25519(keyOf.public),
    shape: 'an X25519 public key in base64 (DER)',
    optional: true,
    inFile: true,
    for: 'seals the commands that contain passwords, tickets or codes; it is the public key of SEALING_KEY, and required if SEALING_KEY is absent',
  },
  SEALING_KEY: {
    ...oneOrTwo({ ...x25519(keyOf.private), shape: 'an X25519 private key in base64 (DER)' }),
    optional: true,
    inFile: true,
    for: 'opens sealed commands; only identity needs it, and no other process should have it; two keys while it is replaced',
  },
  LS1_HOSTS: {
    ...networks(),
    default: '',
    for: 'identity only: private addresses or networks whose LandShark One databases may be read; databases at public addresses may always be read',
  },
  PROVIDER_SECRETS_FILE: {
    ...text(),
    optional: true,
    for: "JSON file with the client secret of each county's identity provider, read again when it changes; a county without a secret in this file has no sign-in through its provider",
  },
  PROVIDER_NETWORKS: {
    ...networks(),
    default: '',
    for: 'addresses or networks that are not public and at which identity may call identity providers, even without TLS',
  },
  EVENTS: { ...oneOf('redis', 'kafka'), default: 'redis', for: 'what carries facts between services' },
  KAFKA_BROKERS: {
    ...list(),
    optional: true,
    for: 'host:port of each Kafka broker, or ssl://host:port for TLS; required when EVENTS is kafka',
  },
  OBJECTS_DIR: { ...text(), optional: true, for: 'folder of the object store; required without S3_ENDPOINT' },
  S3_ENDPOINT: {
    ...address('http:', 'https:'),
    optional: true,
    for: 'S3 server of the object store, instead of OBJECTS_DIR',
  },
  S3_BUCKET: { ...text(), optional: true, for: 'bucket; required with S3_ENDPOINT' },
  S3_ACCESS_KEY: { ...text(), optional: true, inFile: true, for: 'access key; required with S3_ENDPOINT' },
  S3_SECRET_KEY: { ...text(), optional: true, inFile: true, for: 'secret key; required with S3_ENDPOINT' },
  S3_REGION: { ...text(), default: 'us-east-1', for: 'region of the bucket' },
  SMTP_URL: { ...address('smtp:', 'smtps:'), inFile: true, for: 'mail server' },
  MAIL_FROM: {
    ...text(),
    default: 'Land Records Portal <no-reply@portal.invalid>',
    for: 'sender of mail for counties that have not set one',
  },
  CARD_PROVIDER: { ...oneOf('sandbox', 'authorizenet'), for: 'who takes card payments' },
  CARD_CREDENTIALS_FILE: {
    ...text(),
    optional: true,
    for: 'JSON file with the card merchant of each county, read again when it changes; a county that has no merchant in this file and has not entered card keys takes no cards',
  },
  CARD_SEALING_PUBLIC_KEY: {
    ...x25519(keyOf.public),
    shape: 'an X25519 public key in base64 (DER)',
    optional: true,
    inFile: true,
    for: 'gateway only: seals the card keys that a county enters; it is the public key of the first of CARD_SEALING_KEYS; without it, counties cannot enter card keys',
  },
  CARD_SEALING_KEYS: {
    parse: (value) =>
      list()
        .parse(value)
        .map((key) => x25519(keyOf.private).parse(key)),
    shape: 'comma-separated X25519 private keys in base64 (DER)',
    optional: true,
    inFile: true,
    for: 'payments only: opens sealed card keys; the first key is the current one, a second one opens what was sealed before the key was replaced',
  } satisfies Variable<KeyObject[]>,
  PAYMENT_ORIGIN: { ...address('http:', 'https:'), for: "origin of the card provider's payment page" },
  CARD_FIRST_LOOK_SECONDS: {
    ...whole(1, 3_600),
    default: '120',
    for: 'age at which the sweeper first looks for a card payment that nobody reported; further looks follow at intervals of 2.5 times this value',
  },
  CARD_SWEEP_SECONDS: {
    ...whole(1, 3_600),
    default: '15',
    for: 'how often the card sweeper handles what is waiting: notifications, payments to look for, authorizations to close',
  },
  READING_LIMITS: {
    ...whole(0, 1_000),
    default: '1',
    for: 'multiplies the usual limits on page images per reader; 0 turns the limits off, for measurements',
  },
  SEARCH_LIMITS: {
    ...whole(0, 1_000),
    default: '1',
    for: 'multiplies the usual limits on searches and details per user; 0 turns the limits off, for measurements',
  },
  SIGN_INS_PER_SECOND: {
    ...whole(1, 10_000),
    default: '20',
    for: "sign-ins a second that one gateway accepts under constant load; after a quiet time, up to two seconds' worth may come at once",
  },
  DRAIN_SECONDS: {
    ...whole(0, 20),
    default: '0',
    for: 'how long a gateway still takes requests after it was told to stop, so that the load balancer in front of it can see that /ready says 503',
  },
  LOG_LEVEL: {
    ...oneOf('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    for: 'lowest log level that is written',
  },
  FAILPOINTS_DIR: {
    ...text(),
    optional: true,
    for: 'folder in which the fault harness (`npm run faults`) asks for faults at named places; never set it in a deployment',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...address('http:', 'https:'),
    optional: true,
    for: 'address of the receiver of traces (OTLP over HTTP), not including /v1/traces; if absent, nothing is traced',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    ...share(),
    default: '0.01',
    for: 'share of requests and jobs that are traced',
  },
  VERSION: { ...text(), default: '0.0.0-local', for: 'version that /version reports' },
  COMMIT: { ...text(), default: 'unknown', for: 'git commit that /version reports' },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;
/** The type of a variable's parsed value; it does not include `undefined` for a variable that is not set. */
export type ValueOf<N extends VariableName> = ReturnType<(typeof variables)[N]['parse']>;
