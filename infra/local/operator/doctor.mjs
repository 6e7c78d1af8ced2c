// `portal doctor`: lists what is wrong with this environment and its servers, likeliest causes first, and what to do.
import { found, good, bad } from './findings.mjs';
import { examineCertificates } from './doctor-certificates.mjs';
import { examineDatabase } from './doctor-database.mjs';
import { examineCache, examineRedis } from './doctor-redis.mjs';
import { examineFiles, examineKafka, examineMail } from './doctor-servers.mjs';
import { environmentOf } from '../process-environment.mjs';
import { processNames } from '../process-keys.mjs';

/**
 * Checks everything that the processes need and changes nothing.
 * @param {Record<string, string>} environment the launcher's
 * @returns {Promise<import('./findings.mjs').Finding[]>}
 */
export async function examine(environment) {
  const about = (name) => `environment of ${name}`;
  const own = await found('environment', () => examineEnvironments(environment, about));
  return [
    ...own,
    ...(await found('PostgreSQL', () => examineDatabase(environment), todoOf('DATABASE_ADMIN_URL'))),
    ...(await found('Redis', () => examineRedis(environment), todoOf('REDIS_URL'))),
    ...(environment.CACHE_REDIS_URL
      ? await found('cache', () => examineCache(environment), todoOf('CACHE_REDIS_URL'))
      : []),
    ...(await found('files', () => examineFiles(environment), todoOf('S3_ENDPOINT and its keys'))),
    ...(environment.SMTP_URL ? await found('mail', () => examineMail(environment), todoOf('SMTP_URL')) : []),
    ...(environment.EVENTS === 'kafka'
      ? await found('Kafka', () => examineKafka(environment), todoOf('KAFKA_BROKERS'))
      : []),
    ...(await found('certificates', () => examineCertificates(environment))),
  ];
}

const TRUST =
  'Name the authority that signed its certificate: in NODE_EXTRA_CA_CERTS or, for PostgreSQL, as sslrootcert in its address. If you have done so, check its names and its last day.';

const todoOf = (name) => async (error) => {
  const { isCertificateFault } = await import('@portal/infra/log');
  return isCertificateFault(error)
    ? TRUST
    : `Check that the server runs and that ${name} is right; this machine must reach it.`;
};

/** The configuration faults that each process would report at its start. */
async function examineEnvironments(environment, about) {
  const { needsOf, readConfig } = await import('@portal/infra/config');
  // in a deployment only the identity service gets the address of the mail server
  const given = { SMTP_URL: 'smtp://unknown', ...environment };
  const findings = processNames.flatMap((name) => {
    try {
      readConfig(environmentOf(given, name), needsOf(name));
      return [];
    } catch (error) {
      return error.problems?.map((problem) => bad(about(name), problem)) ?? [bad(about(name), error.message)];
    }
  });
  return findings.length > 0
    ? findings
    : [good('environment', `is complete for ${processNames.length} processes`)];
}
