// The common part of all drills. It starts a separate product with people at work, lets a part fail and come back, and
// then checks the answers that people got and the data in the tables. A drill adds its description and its fault.
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginDay, lostPurchases, untilAnswered, untilPaid } from './day.mjs';
import {
  drillFolder,
  environmentFor,
  furnish,
  migrateTo,
  openServers,
  startFleet,
  violations,
} from './product.mjs';
import { reasonsOf } from './steps.mjs';
import { thisVersion } from './version.mjs';

/**
 * The maximum number of times that `portal verify` runs until it finds no fault. Facts and requests take some seconds
 * to finish, so only the faults of the last run count.
 */
const CALM_TRIES = 20;

/** A product with a county, documents and people. A drill tells `atEnd` how to end everything else that it starts. */
export class Stage {
  #ends = [];

  constructor(say) {
    Object.assign(this, { say, ...drillFolder() });
  }

  /**
   * @param {object} o
   * @param {(stage: Stage) => Promise<object>} [o.servers] options and addresses for `openServers`; its `more` contains
   * variables for the processes
   * @param {(stage: Stage, servers: object) => Promise<object>} [o.addressFor] the address that the processes use, if
   * it differs from the server's own
   * @param {boolean} [o.isFurnished] false for a product without counties
   */
  async open({ servers = async () => ({}), addressFor = async () => ({}), isFurnished = true }) {
    const given = await servers(this);
    this.servers = await openServers(this.folder, given);
    this.atEnd(() => this.servers.stop());
    const { folder, servers: own } = this;
    const addresses = {
      ...{ databaseUrl: own.databaseUrl, redisUrl: own.redisUrl },
      ...(await addressFor(this, own)),
    };
    this.environment = environmentFor({ folder, ...addresses, more: given.more });
    this.admin = this.#pool();
    await this.migrate();
    await this.startFleet();
    if (isFurnished)
      this.office = await furnish(this.version, { environment: this.environment, folder, ask: this.ask });
  }

  /** Asks the database as its administrator, at the address that the processes use. */
  ask = async (sql, params = []) => (await this.admin.query(sql, params)).rows;

  #pool() {
    const pool = new pg.Pool({ connectionString: this.environment.DATABASE_ADMIN_URL, max: 2 });
    // when the server ends, the pool's idle connections end too; the next query opens a new one
    pool.on('error', () => undefined);
    this.atEnd(() => pool.end());
    return pool;
  }

  migrate(version = this.version) {
    return migrateTo(version, this.environment);
  }

  async startFleet() {
    this.fleet = await startFleet(this.version, { environment: this.environment, folder: this.folder });
    this.atEnd(() => this.fleet.stop());
  }

  /** Starts the people, who draw their actions from `habits`. The same `seed` gives the same draws. */
  work({ seed, habits } = {}) {
    this.day = beginDay({ ...this.office, origin: (nth) => this.fleet.origin(nth), seed, habits });
    return this.day.answers;
  }

  /** Resolves when people have paid for `count` purchases since they began to work, or after ten minutes. */
  paid(count) {
    return untilPaid(this.day.answers, count);
  }

  answered(count) {
    return untilAnswered(this.day.answers, count);
  }

  /** The faults that `portal verify` still finds after everything under way had time to finish. */
  async violations() {
    for (let tried = 1; ; tried += 1) {
      const found = await violations(this.environment);
      if (found.length === 0 || tried === CALM_TRIES) return found;
      await sleep(1_000);
    }
  }

  /** Adds a step that runs at the end of the drill, even if the drill fails. The last added step runs first. */
  atEnd(end) {
    this.#ends.unshift(end);
  }

  async close() {
    for (const end of this.#ends) await end();
    if (process.env.KEEP_DRILL) this.say(`its files are in ${this.folder}`);
    else this.remove();
  }
}

/**
 * A drill that defines its own steps.
 * @param {object} o
 * @param {string} o.about
 * @param {Function} [o.servers] described at `Stage.open`, as is `addressFor`
 * @param {(stage: Stage, options: object) => Promise<object>} [o.version] the version that the product begins with
 * @param {(stage: Stage, options: object) => Promise<{ head: string[], rows: string[][], broken: string[] }>} o.play
 */
export const drill = ({ about, version = thisVersion, play, ...servers }) => ({
  about,
  run: async (options) => {
    const stage = new Stage(options.say);
    try {
      stage.version = await version(stage, options);
      await stage.open(servers);
      return await play(stage, options);
    } finally {
      await stage.close();
    }
  },
});

/** True if the request was refused with 503 and a time to try again, or timed out with 504. */
export const isHonest = ({ status, retryAfter }) => status === 504 || (status === 503 && Boolean(retryAfter));

/**
 * A drill in which one part fails and comes back.
 * @param {object} o
 * @param {string} o.about
 * @param {string} o.part as in "Redis is gone"
 * @param {Function} [o.servers] described at `Stage.open`, as is `addressFor`
 * @param {(stage: Stage) => Promise<void>} [o.prepare] runs before people go to work
 * @param {(stage: Stage) => Promise<void>} o.fail
 * @param {(stage: Stage) => Promise<void>} o.mend settles when the part works again
 * @param {number} [o.meanwhile] the number of requests that are answered while the part is down
 * @param {number} [o.purchases] the number of purchases in a drill whose people only buy; half are paid before the part
 * fails
 * @param {number} [o.mostAwayMs] the longest time for `mend`, if the product's servers recover by themselves
 * @param {number} o.mostAfterMs how long after `mend` requests may still be refused
 * @param {(refused: object) => boolean} [o.honest] true for a refusal of the expected kind
 * @param {(stage: Stage, o: object) => Promise<{ rows: string[][], broken: string[] }>} [o.look] adds figures
 */
export const outage = ({ about, servers, addressFor, ...fault }) =>
  drill({ about, servers, addressFor, play: (stage) => playOutage(stage, fault) });

async function playOutage(stage, { part, prepare, fail, mend, meanwhile = 0, purchases, look, ...limits }) {
  await prepare?.(stage);
  const answers = stage.work(purchases && { habits: ['buy'] });
  await (purchases ? stage.paid(purchases / 2) : stage.answered(200));
  const [before, from] = [answers.failed.length, Date.now()];
  stage.say(`${part} fails`);
  await fail(stage);
  await stage.answered(meanwhile);
  await mend(stage);
  const back = Date.now();
  stage.say(`${part} is back`);
  await (purchases ? stage.paid(purchases) : stage.answered(300));
  await stage.day.end();
  const refused = answers.failed.slice(before);
  const { told, lost } = await lostPurchases(stage.ask, answers);
  const [sold, found] = [soldAfter(answers, back), await stage.violations()];
  const last = Math.max(back, ...refused.map(({ at }) => at)) - back;
  const more = (await look?.(stage, { answers, refused, from, back })) ?? { rows: [], broken: [] };
  return {
    head: ['what', 'figure'],
    rows: [
      ['requests, of them refused', requestsOf(answers, refused)],
      ['sign-ins that were told to wait, all day', String(answers.waits)],
      [`time without ${part}`, seconds(back - from)],
      ['last refusal after it was back', seconds(last)],
      ['confirmed purchases, lost', `${told}, ${lost.length}`],
      ['purchases paid after it was back', String(sold)],
      ...more.rows,
    ],
    broken: [
      ...judged({ refused, away: back - from, last, sold }, limits),
      ...lost.map((guid) => `${guid} was paid and is lost`),
      ...more.broken,
      ...found,
    ],
  };
}

function judged({ refused, away, last, sold }, { mostAwayMs = Infinity, mostAfterMs, honest = isHonest }) {
  return [
    ...refused.filter((one) => !honest(one)).map(({ path, status }) => `${path} got ${status}`),
    ...(away > mostAwayMs ? [`it was away for ${away} ms`] : []),
    ...(last > mostAfterMs ? [`the last refusal came ${last} ms after it was back`] : []),
    ...(sold === 0 ? ['nobody could buy after it was back'] : []),
  ];
}

const requestsOf = ({ requests }, refused) =>
  refused.length === 0 ? `${requests}, 0` : `${requests}, ${refused.length} (${reasonsOf(refused)})`;

const soldAfter = ({ purchases }, moment) =>
  purchases.filter(({ outcome, at }) => outcome === 'PAID' && at > moment).length;

/** @param {number} ms @returns {string} for a table, as in "1.2 s" */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
