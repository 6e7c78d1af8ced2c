// `portal secrets <folder>`: writes a folder of secrets for each process and server, as Compose and Kubernetes mount
// them.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cardMerchantsFile } from './card-merchants.mjs';
import { deploymentSecrets, passwordOf, SHORTEST_SECRET } from './deployment.mjs';
import { Problem } from './problem.mjs';
import { environmentOf } from './process-environment.mjs';
import { processNames, secretsIn } from './process-keys.mjs';
import { cardSealingKeys, newSealingKey } from './sealing-keys.mjs';

export const USAGE = `Usage: portal secrets <folder> [--new-card-key | --add-secret | --use-secret | --drop-secret]
  writes the secrets of every process and server below the folder, and keeps those that are there;
  --new-card-key: card keys that counties enter are sealed for a new key; the present one still opens the others;
  --add-secret, --use-secret, --drop-secret: the steps that replace the operator's secret, and with it the secrets of all
  processes (deploy/RUNBOOKS.md#replace-the-secrets)`;

/**
 * The steps that replace the operator's secret. Each function gets the secrets before its step and returns the secrets
 * after it. The first secret is the current one.
 */
const replacement = {
  '--add-secret': ([current]) => [current, newSecret()],
  '--use-secret': ([current, other]) => [other, current],
  '--drop-secret': ([current]) => [current],
};
/** How many secrets OPERATOR_SECRET must contain before each step. */
const secretsBefore = { '--add-secret': 1, '--use-secret': 2, '--drop-secret': 2 };

/** The variables of a process that get a file each: secrets, and the public keys that go with them. */
const inFiles = [
  ...['RPC_KEY', 'RPC_PUBLIC_KEYS', 'SEALING_PUBLIC_KEY', 'SEALING_KEY', 'SECOND_FACTOR_SECRET', 'SMTP_URL'],
  ...['CARD_SEALING_PUBLIC_KEY', 'CARD_SEALING_KEYS'],
  ...['DATABASE_SECRET', 'REDIS_URL', 'CACHE_REDIS_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
];

/**
 * Writes all secrets below a folder. Only `operator/OPERATOR_SECRET` and renewed card keys are random; all other
 * secrets derive from OPERATOR_SECRET. Another run therefore changes no secret and only adds those that a new version
 * needs. Files that an operator fills in are kept. When the operator's secret is replaced, the secrets of servers, card
 * keys and second factors are kept too.
 * @param {string[]} args the folder, then at most one option
 * @param {NodeJS.ProcessEnv} environment SMTP_URL for identity; DEMO=1 for the merchants of the payment sandbox
 * @returns {string[]} lines for the operator
 */
export function writeSecrets([folder, option, ...rest], environment = process.env) {
  const renews = option === '--new-card-key';
  const isKnown = !option || renews || Object.hasOwn(replacement, option);
  if (!folder || folder.startsWith('-') || rest.length > 0 || !isKnown) throw new Problem(USAGE);
  // a Unix user who may enter this folder may read everything in it; each process gets only its own subfolder
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const write = (file, text) => writeFile(path.join(folder, file), text);
  const secret = operatorSecret(folder, option);
  const [current] = secretsIn(secret);
  const addresses = addressesOf(current, folder, environment);
  const own = keptSecrets(folder, deploymentSecrets(secret));
  const cards = cardSealingKeys(cardKeys(folder, own.CARD_SEALING_KEYS, renews));
  const launcher = { PROCESS_SECRET: secret, REDIS_USERS: '1', ...own, ...cards, ...addresses };
  for (const [file, text] of serverFiles(current, folder, addresses)) write(file, text);
  for (const name of processNames.filter((process) => process !== 'launcher')) {
    const its = environmentOf({ ...launcher, DATABASE_SECRET: secret }, name);
    for (const key of inFiles) if (its[key] && key !== 'SMTP_URL') write(`${name}/${key}`, its[key]);
  }
  return [
    `The secrets are in ${folder}. Keep a copy of operator/OPERATOR_SECRET where only you can read it.`,
  ].concat(fillIn(folder, environment));
}

/**
 * The private keys that open card keys: the keys that the payments service already has or, if it has none, a key
 * derived from the operator's secret. A new key goes first, and only one older key is kept.
 */
function cardKeys(folder, first, renews) {
  const kept = (keptIn(folder, 'payments/CARD_SEALING_KEYS') ?? first).split(',');
  return [...(renews ? [newSealingKey()] : []), ...kept].slice(0, 2).join(',');
}

const newSecret = () => randomBytes(32).toString('hex');

/**
 * Reads or creates the operator's secret and takes a step of its replacement. Returns the secret; while a new secret
 * replaces an old one, returns both, separated by a comma.
 * @param {string} [option] a step of the replacement
 */
function operatorSecret(folder, option = '') {
  const file = path.join(folder, 'operator/OPERATOR_SECRET');
  const before = secretsIn(keptIn(folder, 'operator/OPERATOR_SECRET') ?? newSecret());
  refuseWeak(before, file);
  const wanted = secretsBefore[option];
  if (wanted !== undefined && wanted !== before.length)
    throw new Problem(
      before.length === 1
        ? `There is no second secret. Begin with --add-secret.`
        : 'There are two secrets already. Go on with --use-secret or --drop-secret.',
    );
  const after = replacement[option]?.(before) ?? before;
  writeFile(file, after.join(','));
  return after.join(',');
}

/**
 * Refuses more than two secrets, and a secret that is too short. A full disk may leave an empty file, and anybody could
 * derive the keys of an empty secret.
 */
function refuseWeak(secrets, file) {
  const isWeak = secrets.some(({ length }) => length < SHORTEST_SECRET);
  if (isWeak || secrets.length > 2)
    throw new Problem(
      `${file} must have a secret of at least ${SHORTEST_SECRET} characters, or two with a comma between. Put your copy back.`,
    );
}

/**
 * The derived secrets, with the stored secret of second factors instead of a new one. The secret of second factors must
 * stay the same when the operator's secret is replaced, because the stored second factors are encrypted with it.
 */
const keptSecrets = (folder, derived) => ({
  ...derived,
  SECOND_FACTOR_SECRET: keptIn(folder, 'identity/SECOND_FACTOR_SECRET') ?? derived.SECOND_FACTOR_SECRET,
});

/** The content of a file that an earlier call has written. */
function keptIn(folder, name) {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/**
 * The addresses and keys of servers: from the environment, else from an earlier call, else those of docker-compose.yml.
 */
function addressesOf(secret, folder, environment) {
  const addresses = Object.entries(serversOf(secret)).map(([name, address]) => [
    name,
    environment[name] || keptIn(folder, `operator/${name}`) || address,
  ]);
  return Object.fromEntries(addresses);
}

const serversOf = (secret) => ({
  DATABASE_ADMIN_URL: `postgres://postgres:${passwordOf(secret, 'postgres')}@postgres:5432/portal`,
  REDIS_URL: `redis://default:${passwordOf(secret, 'redis')}@redis:6379`,
  CACHE_REDIS_URL: `redis://default:${passwordOf(secret, 'cache')}@cache:6379`,
  S3_ACCESS_KEY: `portal-${passwordOf(secret, 's3 name').slice(0, 12)}`,
  S3_SECRET_KEY: passwordOf(secret, 's3'),
});

const serverFiles = (secret, folder, addresses) => [
  ...['postgres', 'redis', 'cache']
    .map((server) => ({ server, file: `${server}/password` }))
    .map(({ server, file }) => [file, keptIn(folder, file) ?? passwordOf(secret, server)]),
  ['s3/access_key', addresses.S3_ACCESS_KEY],
  ['s3/secret_key', addresses.S3_SECRET_KEY],
  ...Object.entries(addresses).map(([name, value]) => [`operator/${name}`, value]),
];

/**
 * Writes the files that only the operator can fill in: the mail server, and the counties' card merchants and client
 * secrets.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} environment
 */
function fillIn(folder, { SMTP_URL, DEMO }) {
  const smtp = path.join(folder, 'identity/SMTP_URL');
  if (SMTP_URL) writeFile(smtp, SMTP_URL);
  const merchants = path.join(folder, 'payments');
  mkdirSync(merchants, { recursive: true });
  if (DEMO === '1') chmodSync(cardMerchantsFile(merchants), 0o444);
  else if (!existsSync(path.join(merchants, 'card-merchants.json')))
    writeFile(path.join(merchants, 'card-merchants.json'), '{}');
  const providers = path.join(folder, 'identity/provider-secrets.json');
  if (!existsSync(providers)) writeFile(providers, '{}');
  return existsSync(smtp)
    ? []
    : ['identity/SMTP_URL is missing: run this again with SMTP_URL set to the address of your mail server.'];
}

/**
 * Writes a file that every Unix user may read, because the processes run as other users. A process sees only the folder
 * that is mounted for it. The file is replaced completely or not at all: on a full disk, the old file stays.
 */
function writeFile(file, text) {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const partial = `${file}.${process.pid}`;
  try {
    writeFileSync(partial, text, { flush: true });
    chmodSync(partial, 0o444);
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
}
