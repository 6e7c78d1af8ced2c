// A TCP proxy in front of a dependency that can behave like a faulty network. Faults last until `heal`.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Part of the message with which a PostgreSQL client commits, in the simple and in the extended query protocol. */
const COMMIT = Buffer.from('COMMIT\0');

/** One direction of a connection: chunks leave in order, each after its delay. */
class Pipe {
  #waiting = [];
  #timer;

  constructor(to) {
    this.to = to;
  }

  push(chunk, delayMs) {
    const due = Math.max(performance.now() + delayMs, this.#waiting.at(-1)?.due ?? 0);
    this.#waiting.push({ chunk, due });
    this.#pump();
  }

  #pump() {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) {
      const wait = this.#waiting[0].due - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#pump(), wait);
        return;
      }
      const { chunk } = this.#waiting.shift();
      if (!this.to.destroyed) this.to.write(chunk);
    }
  }
}

export class Proxy {
  #target;
  #server;
  #links = new Set();
  #fault = { kind: 'none' };
  #commitsToLose = 0;
  #lostCommits = 0;
  #opened = 0;

  constructor(target) {
    this.#target = target;
    this.#server = createServer({ noDelay: true }, (client) => this.#accept(client));
  }

  static async open(target) {
    const proxy = new Proxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.port = proxy.#server.address().port;
    return proxy;
  }

  /** Sends new connections to the port that the dependency has after its restart. */
  retarget(port) {
    this.#target = port;
  }

  get connections() {
    return this.#links.size;
  }

  /** Connections since the start, including those that have ended. */
  get opened() {
    return this.#opened;
  }

  get lostCommits() {
    return this.#lostCommits;
  }

  /** @param {() => number} random a generator of random numbers with a seed, so that the seed determines the jitter */
  latency(ms, jitterMs, random) {
    this.#fault = { kind: 'latency', delay: () => ms + (random() * 2 - 1) * jitterMs };
  }

  /** Resets every open connection; new connections work. */
  reset() {
    for (const link of this.#links) end(link);
  }

  /** Drops everything in both directions, without an error. */
  blackHole() {
    this.#fault = { kind: 'blackHole' };
  }

  /** From now on, the open connections get no answers; new connections work. */
  halfOpen() {
    for (const link of this.#links) link.deaf = true;
  }

  /** Passes on this many more bytes of answers on each open connection, then resets it, even within a message. */
  cutAfter(bytes) {
    for (const link of this.#links) link.bytesLeft = bytes;
  }

  /** Hides the outcome of the next commits: they happen, but no answer arrives. */
  loseCommits(count) {
    this.#commitsToLose += count;
  }

  /**
   * Lets the network work again, but neither end learns that bytes were dropped. Connections that lost bytes stay open
   * and dead until one end gives them up.
   * @returns {number} the number of such connections
   */
  healSilently() {
    this.#fault = { kind: 'none' };
    return [...this.#links].filter(({ lost }) => lost).length;
  }

  /** Ends the fault and resets the stalled connections, as a changed network route would. */
  heal() {
    const { kind } = this.#fault;
    this.#fault = { kind: 'none' };
    this.#commitsToLose = 0;
    for (const link of this.#links) if (link.deaf || kind === 'blackHole') end(link);
    for (const link of this.#links) link.bytesLeft = Infinity;
  }

  async close() {
    this.#server.close();
    this.reset();
    await once(this.#server, 'close').catch(() => undefined);
  }

  #accept(client) {
    const server = connect({ port: this.#target, host: '127.0.0.1', noDelay: true });
    const link = { client, server, deaf: false, lost: false, bytesLeft: Infinity, losing: false };
    link.up = new Pipe(server);
    link.down = new Pipe(client);
    this.#links.add(link);
    this.#opened += 1;
    client.on('data', (chunk) => this.#upward(link, chunk));
    server.on('data', (chunk) => this.#downward(link, chunk));
    for (const socket of [client, server]) {
      socket.on('error', () => end(link));
      socket.on('close', () => {
        end(link);
        this.#links.delete(link);
      });
    }
  }

  #upward(link, chunk) {
    if (this.#swallows(link)) return;
    if (this.#commitsToLose > 0 && chunk.includes(COMMIT)) {
      this.#commitsToLose -= 1;
      this.#lostCommits += 1;
      link.losing = true;
    }
    link.up.push(chunk, this.#delay());
  }

  #downward(link, chunk) {
    if (this.#swallows(link) || link.deaf) return;
    // the answer would confirm the commit, so the connection ends instead
    if (link.losing) return end(link);
    link.bytesLeft -= chunk.length;
    if (link.bytesLeft >= 0) return link.down.push(chunk, this.#delay());
    link.client.write(chunk.subarray(0, chunk.length + link.bytesLeft), () => end(link));
  }

  /** A connection that has lost bytes cannot continue, so it stays blocked when the network works again. */
  #swallows(link) {
    link.lost ||= this.#fault.kind === 'blackHole';
    return link.lost;
  }

  #delay() {
    return this.#fault.kind === 'latency' ? Math.max(0, this.#fault.delay()) : 0;
  }
}

function end({ client, server }) {
  for (const socket of [client, server]) if (!socket.destroyed) socket.resetAndDestroy();
}
