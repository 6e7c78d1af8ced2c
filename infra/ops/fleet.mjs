// The processes of the product. Each is started, probed and ended separately, as in a cluster.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../local/ports.mjs';
import { spawnOwnedNode } from '../local/processes.mjs';

const READY_WITHIN_MS = 90_000;
/** How long the balancer waits between two checks of whether a gateway accepts requests. */
const BALANCER_LOOKS_MS = 250;

/** The order in which an update replaces processes: the gateway last, because it sends the newest commands. */
export const processNames = [
  'admin-config',
  'identity',
  'search',
  'imaging',
  'payments',
  'billing',
  'reports',
  'gateway',
];

/** One process of one version. */
export class Replica {
  /** @param {Record<string, string>} [more] variables that the drill adds to the environment of the process */
  constructor(name, version, { environment, print, more = {} }) {
    Object.assign(this, { name, version, environment, print, more });
  }

  /** Settles when the process is ready. If it ends before it is ready, it is started again, as in a cluster. */
  async start() {
    const [probes, port] = [await freePort(), await freePort()];
    this.probes = `http://127.0.0.1:${probes}`;
    this.origin = `http://localhost:${port}`;
    await this.#spawn({
      SERVICE_PORT: String(probes),
      ...(this.name === 'gateway' && { PORT: String(port) }),
    });
    for (const until = Date.now() + READY_WITHIN_MS; !(await this.isReady()); await sleep(100)) {
      if (Date.now() > until)
        throw new Error(`${this.name} of ${this.version.name} is not ready: ${this.said}`);
      if (this.child.exitCode !== null) await this.#spawn(this.ports);
    }
    return this;
  }

  async #spawn(ports) {
    const { name, version, environment, print, more } = this;
    const { environmentOf } = await version.load('infra/local/process-environment.mjs');
    this.ports = ports;
    this.child = spawnOwnedNode(version.programOf(name), [], {
      env: { ...environmentOf(environment, name), ...ports, ...more },
      output: 'pipe',
    });
    this.ended = once(this.child, 'exit');
    for (const stream of [this.child.stdout, this.child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        this.said = line;
        print(`[${name} ${version.name}] ${line}`);
      });
  }

  async isReady() {
    const answer = await fetch(`${this.probes}/ready`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    return answer?.ok ?? false;
  }

  /** @returns {Promise<{ ms: number, code: number | null }>} how long the process took to drain, and its exit code */
  async stop(signal = 'SIGTERM') {
    if (this.child.exitCode !== null || this.child.signalCode !== null)
      return { ms: 0, code: this.child.exitCode };
    const began = performance.now();
    this.child.kill(signal);
    const [code] = await this.ended;
    return { ms: performance.now() - began, code };
  }
}

/** All processes of the product, behind a load balancer that sends requests only to gateways that are ready. */
export class Fleet {
  replicas = [];
  ready = [];
  #over = false;

  constructor(environment, print) {
    Object.assign(this, { environment, print });
  }

  async start(version) {
    await Promise.all(processNames.slice(0, -1).map((name) => this.add(name, version)));
    await this.add('gateway', version);
    this.looking = this.#look();
  }

  async add(name, version, more) {
    const { environment, print } = this;
    const replica = await new Replica(name, version, { environment, print, more }).start();
    this.replicas.push(replica);
    if (name === 'gateway') this.ready.push(replica);
    return replica;
  }

  /**
   * Starts a process of the version, then ends the earlier processes with the same name, like a cluster that may run
   * one surplus replica.
   */
  async replace(name, version, more) {
    const before = this.replicas.filter((replica) => replica.name === name);
    await this.add(name, version, more);
    const drained = await Promise.all(
      before.map(async (replica) => {
        // a cluster stops sending requests to a process before it ends the process
        replica.leaving = true;
        this.ready = this.ready.filter((one) => one !== replica);
        if (name === 'gateway') await sleep(2 * BALANCER_LOOKS_MS);
        return replica.stop();
      }),
    );
    this.replicas = this.replicas.filter((replica) => !before.includes(replica));
    return drained[0];
  }

  find(name, version) {
    return this.replicas.find(
      (one) => one.name === name && (version === undefined || one.version === version),
    );
  }

  /** Kills a process and does not start it again. */
  async lose(name, version) {
    const replica = this.find(name, version);
    await replica.stop('SIGKILL');
    this.replicas = this.replicas.filter((one) => one !== replica);
  }

  /** Waits until a process has ended, and starts it again as a cluster does. @returns {Promise<number>} milliseconds */
  async revive(name) {
    const replica = this.find(name);
    await replica.ended;
    const began = performance.now();
    await replica.start();
    return performance.now() - began;
  }

  /** The origin of a gateway that is ready, or of any gateway if none is ready. */
  origin(nth) {
    const gateways =
      this.ready.length > 0 ? this.ready : this.replicas.filter(({ name }) => name === 'gateway');
    return gateways[nth % gateways.length].origin;
  }

  /** Sends no requests to a gateway whose probe has failed three times in a row, until its probe succeeds again. */
  async #look() {
    const missed = new Map();
    while (!this.#over) {
      const gateways = this.replicas.filter(({ name, leaving }) => name === 'gateway' && !leaving);
      for (const gateway of gateways)
        missed.set(gateway, (await gateway.isReady()) ? 0 : (missed.get(gateway) ?? 0) + 1);
      this.ready = gateways.filter((gateway) => !gateway.leaving && missed.get(gateway) < 3);
      await sleep(BALANCER_LOOKS_MS);
    }
  }

  async stop() {
    this.#over = true;
    await this.looking;
    await Promise.all(this.replicas.map((replica) => replica.stop()));
  }
}
