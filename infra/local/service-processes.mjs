// `npm run start:services`: runs every service and the gateway as a separate process and restarts those that end.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from './node-version.mjs';
import { serviceNames } from './packages.mjs';
import { freePort } from './ports.mjs';
import { Problem } from './problem.mjs';
import { environmentOf } from './process-environment.mjs';
import { spawnOwnedNode, stopProcess } from './processes.mjs';

const READY_WITHIN_MS = 60_000;
const GIVE_UP_AFTER = 3;
const DRAIN_MS = 12_000;

/** Number of processes for each name, parsed from `search=2,imaging=2`; the default is one. */
export function readReplicas(text, names) {
  const counts = Object.fromEntries(names.map((name) => [name, 1]));
  for (const part of (text ?? '').split(',').filter((entry) => entry.trim() !== '')) {
    const [name, count] = part.split('=').map((side) => side.trim());
    if (!(name in counts) || !/^[1-9]\d?$/.test(count ?? '')) {
      throw new Problem(
        `REPLICAS must look like "search=2,imaging=2" with services of ${names.join(', ')}; "${part}" does not.`,
      );
    }
    counts[name] = Number(count);
  }
  return counts;
}

/**
 * Starts the processes and resolves when all are ready.
 * @param {{ environment: Record<string, string>, extra?: Record<string, string>, say: (line: string) => void,
 * print?: (line: string) => void }} options `environment` has the launcher's variables, and each process gets only its
 * own; `extra` has variables for all processes; `print` gets each line that a process writes
 * @returns {Promise<{ stop: () => Promise<void> }>}
 */
export async function startServiceProcesses({ environment, extra = {}, say, print = printLine }) {
  const replicas = readReplicas(environment.REPLICAS, serviceNames());
  const services = Object.entries(replicas).flatMap(([name, count]) =>
    Array.from(
      { length: count },
      (_, n) =>
        new Keeper(count > 1 ? `${name}-${n + 1}` : name, `services/${name}`, environment, {
          extra,
          say,
          print,
        }),
    ),
  );
  const gateway = new Keeper('gateway', 'gateway', environment, { extra, say, print });
  const all = [gateway, ...services];
  const stop = () => Promise.all(all.map((keeper) => keeper.stop())).then(() => undefined);
  try {
    await Promise.all(services.map((keeper) => keeper.start()));
    await gateway.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

const printLine = (line) => process.stdout.write(`${line}\n`);

/** One process that is restarted when it ends. */
class Keeper {
  #child;
  #stopping = false;
  #everReady = false;
  #failures = 0;

  constructor(name, folder, environment, { extra, say, print }) {
    this.name = name;
    this.script = path.join(projectRoot, folder, 'dist/main.js');
    this.environment = { ...environmentOf(environment, path.basename(folder)), ...extra };
    this.say = say;
    this.print = print;
  }

  async start() {
    if (!existsSync(this.script))
      throw new Problem(`${this.name} has no main program (${path.relative(projectRoot, this.script)}).`);
    const http = await freePort();
    void this.#keepRunning(http);
    for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(100)) {
      const answer = await fetch(`http://127.0.0.1:${http}/ready`).catch(() => undefined);
      if (answer?.ok) break;
      if (this.#failures >= GIVE_UP_AFTER)
        throw new Problem(`${this.name} ends as soon as it is started; its last words are above.`);
      if (Date.now() > until)
        throw new Problem(`${this.name} is not ready after ${READY_WITHIN_MS / 1000} s.`);
    }
    this.#everReady = true;
  }

  async #keepRunning(http) {
    while (!this.#stopping && (this.#everReady || this.#failures < GIVE_UP_AFTER)) {
      const code = await this.#runOnce(http);
      if (this.#stopping) return;
      this.#failures++;
      this.say(`${this.name} ended (${code}); it is started again`);
      await sleep(Math.min(500 * this.#failures, 5000));
    }
  }

  #runOnce(http) {
    const env = { ...this.environment, SERVICE_PORT: String(http) };
    const child = spawnOwnedNode(this.script, [], { env, output: 'pipe' });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => this.print(`[${this.name}] ${line}`));
    }
    return new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (status, signal) => resolve(signal ?? `exit code ${status}`));
    });
  }

  async stop() {
    this.#stopping = true;
    if (this.#child?.pid) await stopProcess(this.#child.pid, ['SIGTERM', 'SIGKILL'], DRAIN_MS);
  }
}
