import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer } from './build-server.mjs';
import { buildWeb, hasBuiltPages } from './build-web.mjs';
import { cardMerchantsFile } from './card-merchants.mjs';
import { lockDataDir } from './data-lock.mjs';
import { startDataServers } from './data-servers.mjs';
import { importDemoCounties } from './demo-counties.mjs';
import { keepServer } from './kept-servers.mjs';
import { startMailCatcher } from './mail-catcher.mjs';
import { migrateAll } from './migrations.mjs';
import { startInThisProcess } from './one-process.mjs';
import { keepFilesPrivate } from './private-files.mjs';
import { Problem } from './problem.mjs';
import { endWithThisProcess, spawnOwnedNode, stopProcess } from './processes.mjs';
import { makeRedisUsers } from './redis-users.mjs';
import { startServiceProcesses } from './service-processes.mjs';
import { checkPorts, prepareDataDir, readSecrets, readSettings, serviceEnvironment } from './settings.mjs';
import { openShutdown } from './shutdown.mjs';
import { pagesPort, startWatchedProduct } from './watched-product.mjs';
import { welcome } from './welcome.mjs';

const startedAt = performance.now();
const say = (line) =>
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);

/**
 * Starts the whole product, prints its URLs, and stays until it is told to stop.
 * @param {{ processes?: boolean, watched?: boolean }} how `processes`: each service runs as a separate process;
 * `watched`: services restart when a source changes, and Vite serves the pages
 */
export async function start({ processes = false, watched = false }) {
  keepFilesPrivate();
  const shutdown = openShutdown(say);
  shutdown.onSignals();
  try {
    const settings = readSettings(process.env);
    prepareDataDir(settings.dataDir);
    await lockDataDir(settings.dataDir, { pid: process.pid, port: settings.port });
    await checkPorts(settings);
    const [environment] = await Promise.all([startServers(settings, shutdown), build(watched)]);
    if (watched) await startWatched(settings, environment, shutdown);
    else await startProduct(settings, environment, processes, shutdown);
    process.stdout.write(welcome(settings, performance.now() - startedAt));
  } catch (error) {
    if (shutdown.isStopping()) return;
    process.stderr.write(`\n${error instanceof Problem ? error.message : error.stack}\n\n`);
    await shutdown.end('it could not start', 1);
  }
}

/** Builds what the start needs. Vite serves pages from their sources, but the gateway starts only with built pages. */
async function build(watched) {
  const pages = watched && hasBuiltPages() ? 'come from Vite' : buildWeb();
  const [{ compiled }, web] = await Promise.all([buildServer(), pages]);
  say(`Built: ${compiled} server files were new, web pages ${web}`);
}

/** Starts the servers that the services need. A server whose address is set in the environment is not started. */
async function startServers(settings, shutdown) {
  const { dataDir } = settings;
  const secrets = readSecrets(dataDir);
  const mail = await startMailCatcher(path.join(dataDir, 'mail'), settings.mailPagePort);
  shutdown.add('The mail catcher', mail.stop);
  await startSandbox(settings, shutdown);
  const addresses = await startDataServers(dataDir, secrets, (name, server, startAgain) => {
    shutdown.add(name, keepServer(name, server, startAgain, say).stop);
    if (server.reused) endWithThisProcess(server.pid, 'INT');
    say(`${name} ${server.reused ? 'was still running and is used again' : 'runs'}`);
  });
  return serviceEnvironment(settings, secrets, { ...addresses, smtpPort: mail.smtpPort });
}

async function startSandbox({ sandboxPort, dataDir, port }, shutdown) {
  const script = fileURLToPath(new URL('payment-sandbox.mjs', import.meta.url));
  const webhooks = `http://127.0.0.1:${port}/LandShark/api/webhooks/authorizenet/{county}`;
  const settings = [sandboxPort, path.join(dataDir, 'payment-sandbox'), cardMerchantsFile(dataDir), webhooks];
  const begin = async () => {
    const { pid } = await spawned(spawnOwnedNode(script, settings.map(String), { output: 'inherit' }));
    return { pid, stop: () => stopProcess(pid, ['SIGTERM', 'SIGKILL'], 3000) };
  };
  const name = 'The payment sandbox';
  shutdown.add(name, keepServer(name, await begin(), begin, say).stop);
}

async function spawned(child) {
  await once(child, 'spawn');
  return child;
}

async function startWatched(settings, environment, shutdown) {
  const product = await startWatchedProduct({ environment, settings, say });
  shutdown.add('The portal', product.stop);
  say(`Pages that follow your changes: http://localhost:${pagesPort(settings.port)}/LandShark/`);
}

async function startProduct(settings, environment, processes, shutdown) {
  const count = await migrateAll(environment);
  say(`Tables are up to date (${count} migrations ran)`);
  await makeRedisUsers(environment);
  if (processes) {
    const product = await startServiceProcesses({ environment, say });
    shutdown.add('The portal', product.stop);
    say('All service processes are ready');
  } else {
    const { stop, probesPort } = await startInThisProcess(environment);
    shutdown.add('The portal', stop);
    say(`All services run in this process; /live, /ready and /metrics on 127.0.0.1:${probesPort}`);
  }
  await importDemoCounties({ environment, dataDir: settings.dataDir, say });
}
