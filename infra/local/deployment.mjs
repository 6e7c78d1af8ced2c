// The operator's environment in a deployment. All secrets derive from the operator's secret, and the operator names the
// addresses of the servers.
import { createHmac } from 'node:crypto';
import { Problem } from './problem.mjs';
import { derive, secretsIn } from './process-keys.mjs';
import { cardSealingKeys, sealingKeys } from './sealing-keys.mjs';

/** The bytes before the 32 bytes of an X25519 private key in DER. */
const PRIVATE_KEY = Buffer.from('302e020100300506032b656e04220420', 'hex');
export const SHORTEST_SECRET = 32;

/**
 * The secrets of a deployment that belong to no single process. All derive from the operator's secret.
 * @param {string} text one or two secrets, as `secretsIn` takes them
 */
export function deploymentSecrets(text) {
  const secrets = secretsIn(text);
  const [current] = secrets;
  return {
    ...sealingKeys(secrets.map((secret) => sealingKeyOf(secret, 'identity')).join(',')),
    ...cardSealingKeys(sealingKeyOf(current, 'payments')),
    SECOND_FACTOR_SECRET: passwordOf(current, 'second factors'),
  };
}

const sealingKeyOf = (secret, service) =>
  Buffer.concat([PRIVATE_KEY, derive(secret, 'sealing', service)]).toString('base64');

/**
 * The password of a server that the deployment starts itself. It has only letters and digits, which every configuration
 * file accepts.
 * @param {string} secret the operator's
 * @param {string} server
 */
export const passwordOf = (secret, server) =>
  createHmac('sha256', secret).update(`server\n${server}`).digest('hex');

/** True if the commands work on a deployment; false if they work on the data folder of `npm start`. */
export const isDeployment = (environment = process.env) =>
  Boolean(environment.OPERATOR_SECRET || environment.OPERATOR_SECRET_FILE);

/**
 * Makes the launcher's environment from the operator's: OPERATOR_SECRET, DATABASE_ADMIN_URL, the administrator's
 * REDIS_URL, and the addresses of the other servers. Secrets may be in files. Each process gets its part with
 * `environmentOf`.
 * @param {NodeJS.ProcessEnv} given
 * @returns {Promise<Record<string, string>>}
 * @throws {Problem} that names every missing or wrong value
 */
export async function deploymentEnvironment(given = process.env) {
  const { fileVariables, withSecretFiles } = await import('@portal/infra/config');
  const { env, problems: unread } = withSecretFiles(given, [...fileVariables, 'OPERATOR_SECRET']);
  const problems = [...unread];
  const secret = env.OPERATOR_SECRET ?? '';
  const isTooShort = secretsIn(secret).some(({ length }) => length < SHORTEST_SECRET);
  if (isTooShort && problems.length === 0)
    problems.push(
      `OPERATOR_SECRET must be a secret of at least ${SHORTEST_SECRET} characters, or two with a comma between`,
    );
  for (const name of ['DATABASE_ADMIN_URL', 'REDIS_URL'])
    if (!env[name] && !given[`${name}_FILE`]) problems.push(`${name} is missing`);
  if (problems.length > 0)
    throw new Problem(`The environment is not complete:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  return /** @type {Record<string, string>} */ ({
    REDIS_USERS: '1',
    ...deploymentSecrets(secret),
    ...filled,
    PROCESS_SECRET: secret,
    DATABASE_SECRET: secret,
  });
}
