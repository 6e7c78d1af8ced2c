// Destroys the database under load and restores it to a second of its past: a base backup and the archived log.
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Redis } from 'ioredis';
import { startPostgres } from '../../local/embedded-pg.mjs';
import { stopProcess } from '../../local/processes.mjs';
import { beginDay, lostPurchases, untilAnswered } from '../day.mjs';
import {
  drillFolder,
  environmentFor,
  furnish,
  migrateTo,
  openServers,
  startFleet,
  violations,
} from '../product.mjs';
import { thisVersion } from '../version.mjs';

export const about =
  'the database and the object store are lost under load and restored to a second of the past';

/** Two services write this much log in seconds; a real archive takes a segment at the latest after its timeout. */
const ARCHIVE_TIMEOUT = '5s';
/** Requests before the moment that is restored, and after it. */
const [BEFORE, AFTER] = [400, 200];

/** @returns {Promise<{ head: string[], rows: string[][], broken: string[] }>} */
export async function run({ say }) {
  const { folder, remove } = drillFolder();
  const today = await thisVersion();
  const servers = await openServers(folder, { settings: ['archive_mode=on'] });
  const environment = environmentFor({ folder, ...servers });
  const archive = new Archive(folder, servers);
  let postgres = servers.postgres;
  let fleet;
  try {
    await migrateTo(today, environment);
    fleet = await startFleet(today, { environment, folder });
    const office = await furnish(today, {
      environment,
      folder,
      ask: (sql, params) => archive.ask(sql, params),
    });
    await archive.open();
    say(`backup of ${archive.megabytes()} MB in ${(archive.ms / 1000).toFixed(1)} s; people work`);
    const day = beginDay({ ...office, origin: (nth) => fleet.origin(nth) });
    await untilAnswered(day.answers, BEFORE);
    const moment = new Date();
    await untilAnswered(day.answers, AFTER);
    cpSync(environment.OBJECTS_DIR, path.join(folder, 'objects-copy'), { recursive: true });
    await archive.complete();
    const answers = await day.end();
    await archive.close();
    say('the database is lost');
    await stopProcess(postgres.pid, ['SIGKILL']);
    await fleet.stop();
    rmSync(environment.OBJECTS_DIR, { recursive: true });
    const began = performance.now();
    postgres = await archive.restore(moment);
    const database = seconds(began);
    cpSync(path.join(folder, 'objects-copy'), environment.OBJECTS_DIR, { recursive: true });
    await emptied(servers.redisUrl);
    await migrateTo(today, environment);
    fleet = await startFleet(today, { environment, folder });
    const service = seconds(began);
    const after = await lookAfter(environment, fleet, office, archive, answers, moment);
    return {
      head: ['what', 'figure'],
      rows: [
        ['restored to', moment.toISOString()],
        [
          'requests, of them failed before the loss',
          `${answers.requests}, ${answers.failed.length} ${answers.reasons}`,
        ],
        ['purchases told to be paid before that second, lost', `${after.told}, ${after.lost.length}`],
        ['purchases of the seconds after it, which are gone', String(after.gone)],
        ['time until the database takes writes', `${database} s`],
        ['time to service', `${service} s`],
        ['requests after the restore, of them failed', `${after.requests}, ${after.failed}`],
      ],
      broken: after.broken,
    };
  } finally {
    await fleet?.stop();
    await archive.close();
    await postgres.stop();
    await servers.redis.stop();
    if (!process.env.KEEP_DRILL) remove();
  }
}

const seconds = (began) => ((performance.now() - began) / 1000).toFixed(1);

async function emptied(redisUrl) {
  const redis = new Redis(redisUrl);
  await redis.flushall();
  redis.disconnect();
}

/** What is there after the restore: every purchase from before the moment, rules that hold, and a portal that sells. */
async function lookAfter(environment, fleet, office, archive, before, moment) {
  await archive.connect();
  const { told, lost } = await lostPurchases(
    (sql, params) => archive.ask(sql, params),
    before,
    moment.getTime(),
  );
  const paid = before.purchases.filter(({ outcome }) => outcome === 'PAID').length;
  const first = await violations(environment);
  const day = beginDay({ ...office, origin: (nth) => fleet.origin(nth), seed: 'after' });
  await untilAnswered(day.answers, 100);
  const { requests, failed, purchases } = await day.end();
  const sold = purchases.some(({ outcome }) => outcome === 'PAID');
  return {
    ...{ told, lost, requests },
    gone: paid - told,
    failed: failed.length,
    broken: [
      ...(told === 0 ? ['nothing was bought before the moment: the drill shows nothing'] : []),
      ...lost.map((guid) => `${guid} was paid before ${moment.toISOString()} and is lost`),
      ...first.map((text) => `restored: ${text}`),
      ...failed.map(({ path: asked, status }) => `after the restore ${asked} got ${status}`),
      ...(sold ? [] : ['nothing could be bought after the restore']),
    ],
  };
}

/** The backup of one database server: a copy of its files, and every segment of its log as soon as it is full. */
class Archive {
  constructor(folder, { databaseUrl, options }) {
    Object.assign(this, { folder, databaseUrl, options });
    this.segments = path.join(folder, 'archive');
    this.base = path.join(folder, 'restored');
  }

  async connect() {
    this.client = new pg.Client({ connectionString: this.databaseUrl });
    this.client.on('error', () => undefined);
    await this.client.connect();
  }

  async close() {
    await this.client?.end().catch(() => undefined);
    this.client = undefined;
  }

  async ask(sql, params = []) {
    if (!this.client) await this.connect();
    return (await this.client.query(sql, params)).rows;
  }

  /** Switches archiving on and takes the copy. */
  async open() {
    const began = performance.now();
    const [{ data_directory: live }] = await this.ask('SHOW data_directory');
    const { uid, gid } = statSync(live);
    mkdirSync(this.segments);
    chownSync(this.segments, uid, gid);
    await this.archiveOn();
    await this.ask(`SELECT pg_backup_start('drill', true)`);
    cpSync(live, this.base, {
      recursive: true,
      filter: (from) => !from.endsWith('postmaster.pid') && existsSync(from),
    });
    const [{ labelfile }] = await this.ask('SELECT labelfile FROM pg_backup_stop(true)');
    this.giveTo = (file) => chownSync(file, uid, gid);
    for (const name of readdirSync(this.base, { recursive: true })) this.giveTo(path.join(this.base, name));
    this.giveTo(this.base);
    this.write('backup_label', labelfile);
    this.ms = performance.now() - began;
  }

  async archiveOn() {
    const command = `test ! -f "${this.segments}/%f" && cp "%p" "${this.segments}/%f"`;
    await this.ask(`ALTER SYSTEM SET archive_command = '${command}'`);
    await this.ask(`ALTER SYSTEM SET archive_timeout = '${ARCHIVE_TIMEOUT}'`);
    await this.ask('SELECT pg_reload_conf()');
  }

  megabytes() {
    const files = readdirSync(this.base, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return Math.round(
      files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0) / 1e6,
    );
  }

  write(name, text) {
    const file = path.join(this.base, name);
    writeFileSync(file, text, { mode: 0o600 });
    this.giveTo(file);
  }

  /** Waits until the archive has what was written up to now. */
  async complete() {
    const [{ segment }] = await this.ask('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
    for (const until = Date.now() + 60_000; !existsSync(path.join(this.segments, segment)); await sleep(100))
      if (Date.now() > until) throw new Error(`${segment} was not archived`);
  }

  /** Starts the copy at the address of the lost server, with the log up to the moment. */
  async restore(moment) {
    const settings = {
      archive_mode: 'off',
      restore_command: `cp "${this.segments}/%f" "%p"`,
      recovery_target_time: moment.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(path.join(this.base, 'postgresql.auto.conf'), lines.join(''));
    this.write('recovery.signal', '');
    const port = Number(new URL(this.databaseUrl).port);
    const server = await startPostgres({ ...this.options, dataDir: this.base, port, settings: [] });
    for (;;) {
      const [{ recovering }] = await this.ask('SELECT pg_is_in_recovery() AS recovering').catch(() => [
        { recovering: true },
      ]);
      if (!recovering) return server;
      await sleep(50);
    }
  }
}
