// `npm run portal -- <command>`, and the command line of the operator's image: everything an operator does.
import { runsUnderNode24 } from './node-version.mjs';
import { Problem } from './problem.mjs';

const USAGE = `Usage: portal <command> [options]

  doctor                            names what is wrong with the environment and its servers, and what to do
  verify                            checks money, facts, files and the audit log of the running product
  secrets <folder>                  writes the secrets of every process and server below a folder
  migrate                           brings tables, database roles, Redis users and the bucket up to date
  county list | add <id> …          lists the counties; adds one and invites its first user
  county move <id> …                moves a county to another installation while people read on
  import <bundle> --county <id>     imports a county's documents and page images
  check-pages <address of a county> …
                                    checks that the pages that take cards are served as they were built
  facts [again --service <name> …]  lists the facts that a service could not apply; applies them again

"portal <command> --help" shows the options of a command. It works on the servers that the environment names
(OPERATOR_SECRET, DATABASE_ADMIN_URL, REDIS_URL, S3_ENDPOINT …; a secret may be in a file: OPERATOR_SECRET_FILE), and
without OPERATOR_SECRET on the data folder of "npm start". It ends with 0 when everything is well, with 1 when
something is wrong, with 2 when the call was wrong.
`;

const usageIn = (file) => async () => (await import(file)).USAGE;
const checks = async () => import('./operator/check-command.mjs');

/** The commands. A command with `ends` prints its lines and ends this process by itself; the others return lines. */
const commands = {
  doctor: {
    usage: async () => (await checks()).USAGE.doctor,
    load: async () => (await checks()).doctorFromCommandLine,
  },
  verify: {
    usage: async () => (await checks()).USAGE.verify,
    load: async () => (await checks()).verifyFromCommandLine,
  },
  secrets: {
    usage: usageIn('./secrets-command.mjs'),
    load: async () => (await import('./secrets-command.mjs')).writeSecrets,
  },
  migrate: {
    usage: usageIn('./migrate-command.mjs'),
    load: async () => (await import('./migrate-command.mjs')).migrateFromCommandLine,
  },
  county: {
    ends: true,
    usage: usageIn('./county-command.mjs'),
    load: async () => (await import('./county-command.mjs')).countyFromCommandLine,
  },
  import: {
    ends: true,
    usage: usageIn('./import-command.mjs'),
    load: async () => (await import('./import-command.mjs')).importFromCommandLine,
  },
  'check-pages': {
    ends: true,
    usage: async () => 'Usage: portal check-pages <address of a county> … [--mail <who is told>]',
    load: loadPageCheck,
  },
  facts: {
    ends: true,
    usage: usageIn('./facts-command.mjs'),
    load: async () => (await import('./facts-command.mjs')).factsFromCommandLine,
  },
};

/** Loads the page check, and removes the command's name from `process.argv`, which the page check reads by itself. */
async function loadPageCheck() {
  const { checkPages } = await import('./check-pages.mjs');
  process.argv.splice(2, 1);
  return checkPages;
}

async function main([name = '--help', ...args]) {
  if (['--help', '-h', 'help'].includes(name)) return process.stdout.write(USAGE);
  const command = commands[name];
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
  if (args.some((arg) => arg === '--help' || arg === '-h'))
    return process.stdout.write(`${await command.usage()}\n`);
  const run = await command.load();
  if (command.ends) return run(args);
  for (const line of await run(args)) process.stdout.write(`${line}\n`);
  return undefined;
}

if (await runsUnderNode24(process.argv[1])) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Problem ? error.message : error.stack}\n`);
    process.exitCode ||= 1;
  }
}
