import { parseArgs } from 'node:util';
import pg from 'pg';
import { startDataServers } from './data-servers.mjs';
import { deploymentEnvironment, isDeployment } from './deployment.mjs';
import { ALL_ROWS, GRANT_ALL_ROWS, isBound } from './operator/bound-administrator.mjs';
import { serviceNames } from './packages.mjs';
import { Problem } from './problem.mjs';
import { prepareDataDir, readSecrets, readSettings } from './settings.mjs';
import { openShutdown } from './shutdown.mjs';

export const USAGE = `Usage: npm run facts                                     lists the facts that could not be applied
       npm run facts -- again --service <name> [--consumer <name>] [--event <id>]
                                                         lets the service apply them once more`;
const say = (line) => process.stdout.write(`${line}\n`);

/**
 * Lists dead facts (events that a service could not apply) or marks them to be applied again. Then ends this process
 * with exit code 0 on success, or 1 on failure.
 */
export async function factsFromCommandLine(args) {
  const shutdown = openShutdown(() => undefined);
  shutdown.onSignals();
  try {
    const request = readRequest(args);
    const adminUrl = process.env.DATABASE_ADMIN_URL ?? (await findDatabase(shutdown));
    for (const line of request ? await runAgain(adminUrl, request) : await list(adminUrl)) say(line);
    await shutdown.end('done');
  } catch (error) {
    if (shutdown.isStopping()) return;
    process.stderr.write(`${error instanceof Problem ? error.message : error.stack}\n`);
    await shutdown.end('it failed', 1);
  }
}

/**
 * @param {string} adminUrl
 * @returns {Promise<string[]>} a line for each service, consumer and reason
 */
export async function list(adminUrl, services = serviceNames()) {
  const lines = [];
  await withDatabase(adminUrl, async (client) => {
    for (const service of await withTables(client, services)) {
      const { rows } = await client.query(
        `SELECT consumer, type, reason, count(*)::int AS facts, min(died_at) AS first, bool_or(again) AS again
           FROM ${schemaOf(service)}.dead_event GROUP BY consumer, type, reason ORDER BY consumer, type, facts DESC`,
      );
      for (const { consumer, type, reason, facts, first, again } of rows)
        lines.push(
          `${service} ${consumer}: ${facts} of ${type} since ${first.toISOString()}${again ? ' (marked)' : ''}: ${reason}`,
        );
    }
  });
  return lines.length > 0 ? lines : ['Every fact was applied.'];
}

/**
 * Marks dead facts. The running service applies them within seconds and keeps those that fail again.
 * @param {{ service: string, consumer?: string, event?: string }} which
 * @returns {Promise<string[]>} lines for the operator
 */
export async function runAgain(adminUrl, which) {
  const { service, consumer = null, event = null } = which;
  return withDatabase(adminUrl, async (client) => {
    const [known] = await withTables(client, [service]);
    if (!known) throw new Problem(`${service} has no facts. Services: ${serviceNames().join(', ')}.`);
    const { rowCount } = await client.query(
      `UPDATE ${schemaOf(service)}.dead_event SET again = true
        WHERE ($1::text IS NULL OR consumer = $1) AND ($2::text IS NULL OR event_id::text = $2)`,
      [consumer, event],
    );
    return [`${rowCount} marked. The service applies them now; "npm run facts" lists those that fail again.`];
  });
}

/** The facts to apply again; undefined asks for the list. */
function readRequest(args) {
  const { values, positionals } = parse(args);
  if (positionals.length === 0 && Object.keys(values).length === 0) return undefined;
  const { service, ...narrowed } = values;
  if (positionals.join(' ') !== 'again' || !service) throw new Problem(USAGE);
  return { service, ...narrowed };
}

function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { service: { type: 'string' }, consumer: { type: 'string' }, event: { type: 'string' } },
    });
  } catch (error) {
    throw new Problem(`${error.message}\n${USAGE}`);
  }
}

const schemaOf = (service) => service.replaceAll('-', '_');

async function withTables(client, services) {
  const { rows } = await client.query(`SELECT schemaname FROM pg_tables WHERE tablename = 'dead_event'`);
  const schemas = new Set(rows.map(({ schemaname }) => schemaname));
  return services.filter((service) => schemas.has(schemaOf(service)));
}

async function withDatabase(adminUrl, work) {
  const client = new pg.Client({
    connectionString: adminUrl,
    options: ALL_ROWS,
    connectionTimeoutMillis: 5000,
  });
  await client.connect();
  try {
    return await work(client);
  } catch (error) {
    if (!isBound(error)) throw error;
    throw new Problem(
      `${GRANT_ALL_ROWS} The page Monitoring of each county lists its facts, and can send them again.`,
    );
  } finally {
    await client.end();
  }
}

/**
 * Finds the product's database and starts it if necessary. `shutdown` ends only the servers that this call started.
 * @returns {Promise<string>} the administrator's address of the database
 */
async function findDatabase(shutdown) {
  if (isDeployment()) return (await deploymentEnvironment()).DATABASE_ADMIN_URL;
  const settings = readSettings(process.env);
  prepareDataDir(settings.dataDir);
  const secrets = readSecrets(settings.dataDir);
  const { databaseUrl = '' } = await startDataServers(settings.dataDir, secrets, (name, server) => {
    if (!server.reused) shutdown.add(name, server.stop);
  });
  return databaseUrl;
}
