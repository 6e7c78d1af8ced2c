import { parseArgs } from 'node:util';
import { deploymentEnvironment, isDeployment } from './deployment.mjs';
import { USAGE as MOVE_USAGE } from './county-move/move-usage.mjs';
import { withLauncherClient } from './launcher-client.mjs';
import { environmentOf } from './process-environment.mjs';
import { Problem } from './problem.mjs';
import { findRunningProduct } from './running-product.mjs';
import { openShutdown } from './shutdown.mjs';

export const USAGE = `Usage: npm run county -- list
       npm run county -- add <id> --name <name> --host <host> --zone <IANA zone> --state <two letters>
                --user <username> --first-name <name> --last-name <name> --mail <address>
                [--host <another host>] [--origin <https://host>]
       npm run county -- invite <id> --user <username> --first-name <name> --last-name <name> --mail <address>
  add: adds an empty county and mails its first COUNTY user a link to set a password. The same call again mails
  another link until the password is set.
  invite: mails one of your own people a link to set a password for a county, as a TRIMIN user, who alone opens
  the pages Payment Methods, Index and Image Import.

${MOVE_USAGE}`;
const LONGEST_WAIT_MS = 10_000;
const say = (line) => process.stdout.write(`${line}\n`);

/** Lists counties, adds one or invites a user, then ends this process: 0 on success, 1 on failure. */
export async function countyFromCommandLine(args) {
  const shutdown = openShutdown(() => undefined);
  shutdown.onSignals();
  try {
    if (args[0] === 'move') {
      const { moveFromCommandLine } = await import('./county-move/move-command.mjs');
      const onStop = (stop) => shutdown.add('the move', stop);
      for (const line of await moveFromCommandLine(args.slice(1), { say, onStop })) say(line);
      return await shutdown.end('done');
    }
    const request = readRequest(args);
    const environment = await findProduct();
    const lines = await withLauncherClient(environmentOf(environment, 'launcher'), ({ rpc }) =>
      verbs[request.verb](rpc, request, environment.PORT),
    );
    for (const line of lines) say(line);
    await shutdown.end('done');
  } catch (error) {
    if (shutdown.isStopping()) return;
    process.stderr.write(`${error instanceof Problem ? error.message : error.stack}\n`);
    await shutdown.end('it failed', 1);
  }
}

function readRequest(args) {
  const { values, positionals } = parse(args);
  const [verb, id, ...rest] = positionals;
  if (verb === 'list' && id === undefined && Object.keys(values).length === 0) return { verb };
  if (id === undefined || rest.length > 0) throw new Problem(USAGE);
  if (verb === 'invite' && ['name', 'host', 'zone', 'state', 'origin'].some((name) => name in values))
    throw new Problem(USAGE);
  if (verb !== 'add' && verb !== 'invite') throw new Problem(USAGE);
  return { verb, id, values };
}

function parse(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const options = { name: text, zone: text, state: text, origin: text, user: text, mail: text };
  const more = { host: { ...text, multiple: true }, 'first-name': text, 'last-name': text };
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, ...more } });
  } catch (error) {
    throw new Problem(`${error.message}\n${USAGE}`);
  }
}

/**
 * The environment of the running product. The product's services carry out the commands, so that every replica learns
 * of the change.
 */
const findProduct = () => (isDeployment() ? deploymentEnvironment() : findRunningProduct());

async function list(rpc) {
  const counties = await listCounties(rpc);
  const lines = counties.map(
    ({ id, name, origin, timeZone, state, move }) =>
      `${id}  ${name}, ${state}  ${origin}/  ${timeZone}${move ? `  ${move.standing} ${move.to ?? ''}` : ''}`,
  );
  return lines.length > 0 ? lines : ['There is no county. "npm run county -- add" adds one.'];
}

/**
 * Adds the county, then invites its first COUNTY user. Looks first whether the county exists, because the services
 * would change an existing county.
 * @returns {Promise<string[]>} lines for the operator
 * @throws {Problem} that names each option at fault; nothing is saved then
 */
async function addCounty(rpc, request, port) {
  const { saveCounty } = await import('@portal/proto/rpc/admin-config');
  const { inviteCountyUser } = await import('@portal/proto/rpc/identity');
  const county = countyOf(request, port);
  const user = userOf(request);
  const faults = await faultsOf(saveCounty.input, county);
  refuseFaults([
    // without --origin, the origin follows from the host, and only a fault of the host is reported
    ...faults.filter((line) => request.values.origin !== undefined || !line.startsWith('--origin')),
    ...(await faultsOf(inviteCountyUser.input, user)),
  ]);
  refuseKnown(county, await listCounties(rpc));
  await run(rpc, saveCounty, county, county);
  await run(rpc, inviteCountyUser, user, county);
  return [
    `${county.name} is there: ${county.origin}/`,
    `${user.username} gets an e-mail at ${user.email} with a link to set a password. It works for one hour; the same`,
    'command mails another one until the password is set.',
    `The checklist after the first sign-in: ${county.origin}/LandShark/controlPanel/start`,
    `Payment methods, index and image import are yours: npm run county -- invite ${county.id} --user …`,
  ];
}

/**
 * Invites an employee of the portal's provider (TRIMIN) to a county.
 * @returns {Promise<string[]>} lines for the operator
 * @throws {Problem} that names each option at fault; nothing is saved then
 */
async function inviteProvider(rpc, request) {
  const { inviteProviderUser } = await import('@portal/proto/rpc/identity');
  const user = userOf(request);
  refuseFaults(await faultsOf(inviteProviderUser.input, user));
  const county = (await listCounties(rpc)).find(({ id }) => id === request.id);
  if (!county) throw new Problem(`<id>: there is no county ${request.id}. Nothing was changed.`);
  await run(rpc, inviteProviderUser, user, county);
  return [
    `${user.username} gets an e-mail at ${user.email} with a link to set a password for ${county.name}. It works for one`,
    'hour; the same command mails another one until the password is set.',
    `Sign in at ${county.origin}/LandShark/login. Payment Methods, Index and Image Import are in the group Technical.`,
  ];
}

const verbs = { list, add: addCounty, invite: inviteProvider };

const isHere = (host) => host === 'localhost' || host.endsWith('.localhost');

/**
 * Makes the county from its options. Without --origin, a host that browsers resolve to this machine gets the origin of
 * `npm start`, and any other host gets https.
 */
function countyOf({ id, values }, port) {
  const hosts = (values.host ?? []).map((host) => host.trim().toLowerCase());
  const [first = ''] = hosts;
  const origin = values.origin ?? (isHere(first) ? `http://${first}:${port}` : `https://${first}`);
  const { name = '', zone: timeZone = '', state = '' } = values;
  return { id, name: name.trim(), hosts, origin, timeZone, state: state.toUpperCase() };
}

const userOf = ({ values }) => ({
  username: values.user ?? '',
  firstName: values['first-name'] ?? '',
  lastName: values['last-name'] ?? '',
  email: values.mail ?? '',
});

/**
 * For each field, the option of the command line. If the portal has no message about a wrong value of the field, a
 * second text says which values are right.
 */
const options = {
  id: ['<id>', 'Use 2 to 31 lowercase letters, digits and hyphens, beginning with a letter.'],
  name: ['--name', 'Enter 1 to 100 characters.'],
  hosts: ['--host', 'Enter a host name such as records.lake.example, without https://.'],
  origin: ['--origin', 'Enter https:// and a host, with nothing behind it.'],
  timeZone: ['--zone', 'Enter an IANA zone such as America/Chicago.'],
  state: ['--state', "Enter the state's two letters, such as MN."],
  username: ['--user'],
  firstName: ['--first-name'],
  lastName: ['--last-name'],
  email: ['--mail'],
};

/** The faults of an input as lines, one for each wrong field. */
async function faultsOf(schema, input) {
  const z = await import('zod/mini');
  const { success, error } = z.safeParse(schema, input);
  return success ? [] : linesOf(error.issues.map(({ path, message }) => [String(path[0]), message]));
}

async function linesOf(faults) {
  const { Catalogue } = await import('@portal/infra/catalogue');
  const catalogue = new Catalogue();
  const first = faults.filter(([field], at) => faults.findIndex(([other]) => other === field) === at);
  return first.map(([field, message]) => {
    const [option = field, rule] = options[field.split('.')[0]] ?? [];
    return `${option}: ${rule ?? catalogue.text('ENGLISH', message)}`;
  });
}

function refuseFaults(faults) {
  if (faults.length > 0) throw new Problem(`${faults.join('\n')}\nNothing was changed.`);
}

const sameCounty = (a, b) =>
  ['name', 'origin', 'timeZone', 'state'].every((key) => a[key] === b[key]) &&
  a.hosts.join(' ') === b.hosts.join(' ');

/**
 * Refuses a county whose id or host is taken. A county that exists with the same values is accepted, because its first
 * user may be missing.
 */
function refuseKnown(county, counties) {
  const known = counties.find(({ id }) => id === county.id);
  if (known && !sameCounty(known, county))
    refuseFaults([`<id>: ${known.id} is ${known.name} at ${known.origin}/. Take another id.`]);
  const others = counties.filter(({ id }) => id !== county.id);
  refuseFaults(
    county.hosts.flatMap((host) =>
      others
        .filter(({ hosts }) => hosts.includes(host.replace(/:\d+$/, '')))
        .map(({ id, name }) => `--host: ${host} belongs to ${name} (${id}). Take another host.`),
    ),
  );
}

const listCounties = async (rpc) => {
  const contracts = await import('@portal/proto/rpc/admin-config');
  return run(rpc, contracts.listCounties, {}, { id: '*', name: '' });
};

/** The kind of user that each command invites, for the message about a conflict. */
const roles = {
  'identity.invite-county-user.v1': 'COUNTY user',
  'identity.invite-provider-user.v1': 'TRIMIN user',
};

/** @throws {Problem} with the command line's names of the fields */
async function run(rpc, contract, input, { id, name }) {
  const { systemActor } = await import('@portal/infra/rpc');
  const deadlineMs = LONGEST_WAIT_MS;
  const answer = await rpc.call(contract, input, { actor: systemActor(id, 'launcher'), deadlineMs });
  if (answer.ok) return answer.value;
  const { code, fields, params } = answer;
  if (code === 'INVALID_INPUT' && fields)
    throw new Problem((await linesOf(Object.entries(fields))).join('\n'));
  if (code === 'CONFLICT' && params?.username)
    throw new Problem(
      `${name} has its ${roles[contract.name]} already: ${params.username}. Nothing was changed.`,
    );
  if (code === 'CONFLICT') throw new Problem(`--host: ${params?.hosts} belongs to another county.`);
  if (code.startsWith('SERVICE_')) throw new Problem('The services do not answer. Is the product ready?');
  throw new Problem(`${contract.name} answered ${code}.`);
}
