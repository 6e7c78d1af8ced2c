// What all drills share: a product of its own with people at work, a part that fails and comes back, and what people and
// tables say afterwards. A drill is a description and its fault.
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginDay, lostPurchases, untilAnswered } from './day.mjs';
import {
  drillFolder,
  environmentFor,
  furnish,
  migrateTo,
  openServers,
  startFleet,
  violations,
} from './product.mjs';
import { thisVersion } from './version.mjs';

/** Facts and people are under way for some seconds: only what stays wrong counts. */
const CALM_TRIES = 20;

/** A product with a county, documents and people. What a drill starts besides is ended by `atEnd`. */
export class Stage {
  #ends = [];

  constructor(say) {
    Object.assign(this, { say, ...drillFolder() });
  }

  /**
   * @param {object} o
   * @param {(stage: Stage) => Promise<object>} [o.servers] gives options and addresses to `openServers`, and in `more`
   * variables for the processes
   * @param {(stage: Stage, servers: object) => Promise<object>} [o.addressFor] the address that the processes use,
   * where it is not the server's own
   */
  async open({ servers = async () => ({}), addressFor = async () => ({}) }) {
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
    this.office = await furnish(this.version, { environment: this.environment, folder, ask: this.ask });
  }

  /** Asks the database as its administrator, at the address that the processes use. */
  ask = async (sql, params = []) => (await this.admin.query(sql, params)).rows;

  #pool() {
    const pool = new pg.Pool({ connectionString: this.environment.DATABASE_ADMIN_URL, max: 2 });
    // its idle connections end with the server; the next question opens another
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

  /** People go to work; `seed` chooses what they do. */
  work(seed) {
    this.day = beginDay({ ...this.office, origin: (nth) => this.fleet.origin(nth), seed });
    return this.day.answers;
  }

  answered(count) {
    return untilAnswered(this.day.answers, count);
  }

  /** What `portal verify` still finds wrong when everything under way has had its time. */
  async violations() {
    for (let tried = 1; ; tried += 1) {
      const found = await violations(this.environment);
      if (found.length === 0 || tried === CALM_TRIES) return found;
      await sleep(1_000);
    }
  }

  /** Ended last first, also when the drill fails. */
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
 * A drill with steps of its own.
 * @param {object} o
 * @param {string} o.about
 * @param {Function} [o.servers] as `Stage.open` takes it, like `addressFor`
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

/** Refused with 503 and a time to come back, or given up after it waited. */
const isHonest = ({ status, retryAfter }) => status === 504 || (status === 503 && Boolean(retryAfter));

/**
 * A drill in which one part fails and comes back.
 * @param {object} o
 * @param {string} o.about
 * @param {string} o.part as in "Redis is gone"
 * @param {Function} [o.servers] as `Stage.open` takes it, like `addressFor`
 * @param {(stage: Stage) => Promise<void>} [o.prepare] before people go to work
 * @param {(stage: Stage) => Promise<void>} o.fail
 * @param {(stage: Stage) => Promise<void>} o.mend settles when the part works again
 * @param {number} [o.meanwhile] requests that are answered between the two
 * @param {number} [o.mostAwayMs] how long `mend` may take, where the product's servers mend themselves
 * @param {number} o.mostAfterMs until when after that people may be refused
 * @param {(refused: object) => boolean} [o.honest] whether a refusal says what it should
 * @param {(stage: Stage, o: object) => Promise<{ rows: string[][], broken: string[] }>} [o.look] more figures
 */
export const outage = ({ about, servers, addressFor, ...fault }) =>
  drill({ about, servers, addressFor, play: (stage) => playOutage(stage, fault) });

async function playOutage(stage, { part, prepare, fail, mend, meanwhile = 0, look, ...limits }) {
  await prepare?.(stage);
  const answers = stage.work();
  await stage.answered(200);
  const [before, from] = [answers.failed.length, Date.now()];
  stage.say(`${part} fails`);
  await fail(stage);
  await stage.answered(meanwhile);
  await mend(stage);
  const back = Date.now();
  stage.say(`${part} is back`);
  await stage.answered(300);
  await stage.day.end();
  const refused = answers.failed.slice(before);
  const { told, lost } = await lostPurchases(stage.ask, answers);
  const [sold, found] = [soldAfter(answers, back), await stage.violations()];
  const last = Math.max(back, ...refused.map(({ at }) => at)) - back;
  const more = (await look?.(stage, { answers, refused, from, back })) ?? { rows: [], broken: [] };
  return {
    head: ['what', 'figure'],
    rows: [
      ['requests, of them refused', `${answers.requests}, ${refused.length} ${reasonsOf(refused)}`],
      [`time without ${part}`, seconds(back - from)],
      ['last refusal after it was back', seconds(last)],
      ['purchases told to be paid, lost', `${told}, ${lost.length}`],
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

const soldAfter = ({ purchases }, moment) =>
  purchases.filter(({ outcome, at }) => outcome === 'PAID' && at > moment).length;

const reasonsOf = (refused) => {
  const counts = new Map();
  for (const { status } of refused) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `(${count} times ${status})`).join(' ');
};

/** @param {number} ms @returns {string} for a table */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
