// The commands that only check. They change nothing, and end with 1 when something is wrong.
import { parseArgs } from 'node:util';
import { deploymentEnvironment, isDeployment } from '../deployment.mjs';
import { Problem } from '../problem.mjs';
import { reportOf } from './findings.mjs';

export const USAGE = {
  doctor:
    'Usage: portal doctor [--json]\n  names what is wrong with the environment and its servers, and what to do',
  verify:
    'Usage: portal verify [--no-files] [--json]\n  checks money, facts, files and the audit log of a running product, and changes nothing',
};

export async function doctorFromCommandLine(args) {
  const { json } = read(args, 'doctor');
  const { examine } = await import('./doctor.mjs');
  return report(await examine(await installation()), { json });
}

export async function verifyFromCommandLine(args) {
  const { json, 'no-files': noFiles } = read(args, 'verify');
  const environment = await installation();
  const { verify } = await import('./verify.mjs');
  const storage = noFiles ? undefined : await storageOf(environment);
  return report(await verify({ adminUrl: environment.DATABASE_ADMIN_URL, storage }), { json });
}

/** Sets the exit code; the caller prints the lines. */
function report(findings, how) {
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
  return reportOf(findings, how);
}

async function storageOf(environment) {
  const [{ needsOf, readConfig }, { environmentOf }] = await Promise.all([
    import('@portal/infra/config'),
    import('../process-environment.mjs'),
  ]);
  return readConfig(environmentOf(environment, 'launcher'), needsOf('launcher')).storage;
}

/** @returns {Promise<Record<string, string>>} the environment of a deployment, or of the product on the data folder */
async function installation() {
  if (isDeployment()) return deploymentEnvironment();
  const { findRunningProduct } = await import('../running-product.mjs');
  // no mail server is checked: this product's mail goes to a catcher whose port only the launcher knows
  return { ...(await findRunningProduct()), SMTP_URL: '' };
}

/**
 * @param {string[]} args
 * @param {'doctor' | 'verify'} name
 */
function read(args, name) {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    const { values } = parseArgs({ args, options: { json: flag, 'no-files': flag } });
    if (name === 'doctor' && values['no-files']) throw new Error('doctor has no option --no-files.');
    return values;
  } catch (error) {
    throw new Problem(`${error.message}\n${USAGE[name]}`);
  }
}
