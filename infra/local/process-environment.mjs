// Gives each process only the variables that it needs. `environment` is the launcher's own, with every secret.
import { derive, processKeys, secretsIn } from './process-keys.mjs';
import { redisUrlOf } from './redis-users.mjs';

/** Variables that Node and the system read and that contain no secret. */
const everybody = [
  ...['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['REDIS_NAMESPACE', 'EVENTS', 'KAFKA_BROKERS', 'SEALING_PUBLIC_KEY'],
  ...['LOG_LEVEL', 'SERVICE_PORT', 'SERVICE_HOST', 'VERSION', 'COMMIT', 'FAILPOINTS_DIR'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'],
];
const storage = ['OBJECTS_DIR', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION'];
const database = ['DATABASE_POOL'];
const cards = ['CARD_PROVIDER', 'PAYMENT_ORIGIN'];

const own = {
  gateway: [
    ...[...storage, ...cards, 'PORT', 'TRUSTED_PROXIES', 'DEMO'],
    ...['READING_LIMITS', 'SEARCH_LIMITS', 'SIGN_INS_PER_SECOND', 'DRAIN_SECONDS', 'CARD_SEALING_PUBLIC_KEY'],
  ],
  identity: [
    ...[...database, ...storage, 'SEALING_KEY', 'SECOND_FACTOR_SECRET', 'LS1_HOSTS', 'SMTP_URL', 'MAIL_FROM'],
    ...['PROVIDER_SECRETS_FILE', 'PROVIDER_NETWORKS'],
  ],
  'admin-config': [...database, ...storage],
  search: [...database, 'CACHE_REDIS_URL', 'SEARCH_DATABASES'],
  imaging: [...database, ...storage],
  payments: [
    ...[...database, ...storage, ...cards, 'CARD_CREDENTIALS_FILE', 'CARD_SEALING_KEYS'],
    ...['CARD_FIRST_LOOK_SECONDS', 'CARD_SWEEP_SECONDS'],
  ],
  billing: [...database],
  reports: [...database, ...storage],
  launcher: [...storage, 'PORT', 'DEMO'],
};

export const hasDatabase = (name) => own[name]?.includes('DATABASE_POOL') ?? false;

/**
 * The secrets from which the passwords of one service's database roles are derived, the current one first. Each service
 * has its own secrets.
 * @param {Record<string, string>} environment the launcher's
 * @param {string} name
 */
function databaseSecretsOf({ DATABASE_SECRET, DATABASE_ADMIN_URL }, name) {
  const secrets = DATABASE_SECRET
    ? secretsIn(DATABASE_SECRET)
    : [decodeURIComponent(new URL(DATABASE_ADMIN_URL).password)];
  return secrets.map((secret) => derive(secret, 'database', name).toString('base64url'));
}

/** The current secret for the passwords of one service's roles. @returns {string} */
export const databaseSecretOf = (environment, name) => databaseSecretsOf(environment, name)[0] ?? '';

/**
 * The environment of one process.
 * @param {Record<string, string>} environment the launcher's: PROCESS_SECRET, DATABASE_ADMIN_URL and all others
 * @param {string} name of the process: 'gateway', a folder of services/, 'launcher'
 */
export function environmentOf(environment, name) {
  const names = [...everybody, ...own[name]];
  const picked = Object.fromEntries(names.map((key) => [key, environment[key]]).filter(([, value]) => value));
  return {
    ...picked,
    REDIS_URL: redisUrlOf(environment, name),
    ...processKeys(environment.PROCESS_SECRET, [name]),
    ...(hasDatabase(name) && {
      DATABASE_URL: databaseUrlOf(environment),
      DATABASE_SECRET: databaseSecretsOf(environment, name).join(','),
    }),
  };
}

/**
 * The address of the database without user and password.
 * @param {Record<string, string>} environment the launcher's
 */
function databaseUrlOf({ DATABASE_URL, DATABASE_ADMIN_URL }) {
  const url = new URL(DATABASE_URL || DATABASE_ADMIN_URL);
  url.username = '';
  url.password = '';
  return url.href;
}

/**
 * The environment of an import. It contains the administrator's database address, because an import creates tables and
 * partitions.
 */
export const importEnvironmentOf = (environment, name) => ({
  ...environmentOf(environment, name),
  DATABASE_ADMIN_URL: environment.DATABASE_ADMIN_URL,
});
