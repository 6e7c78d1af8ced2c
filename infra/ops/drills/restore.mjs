// Destroys the database under load and restores it to a given second from a base backup and the archived log.
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Redis } from 'ioredis';
import { startPostgres } from '../../local/embedded-pg.mjs';
import { stopProcess } from '../../local/processes.mjs';
import { lostPurchases } from '../day.mjs';
import { drill, seconds } from '../drill.mjs';
import { copyServer } from '../standby.mjs';

/** The archive gets a segment that is not full after this time; a real one waits longer. */
const ARCHIVE_TIMEOUT = '5s';
/** Requests before the moment that is restored, and after it. */
const [BEFORE, AFTER] = [400, 200];

export const { about, run } = drill({
  about: 'the database and the object store are lost under load and restored to a second of the past',
  servers: async () => ({ settings: ['archive_mode=on'] }),
  play: async (stage) => {
    const archive = new Archive(stage);
    await archive.open();
    stage.say(`backup of ${archive.megabytes} MB in ${archive.took}; people work`);
    const answers = stage.work();
    await stage.answered(BEFORE);
    const moment = new Date();
    await stage.answered(AFTER);
    await archive.complete();
    await stage.day.end();
    // a copy of the store is never older than the moment: it has versions or is copied after the database
    const copy = path.join(stage.folder, 'objects-copy');
    cpSync(stage.environment.OBJECTS_DIR, copy, { recursive: true });
    stage.say('the database and the object store are lost');
    const times = await restoreAll(stage, archive, moment, copy);
    const after = await lookAfter(stage, answers, moment);
    return {
      head: ['what', 'figure'],
      rows: [
        [`base backup of ${archive.megabytes} MB`, archive.took],
        ['requests before the loss, of them failed', `${answers.requests}, ${answers.failed.length}`],
        ['purchases confirmed before that second, lost', `${after.told}, ${after.lost.length}`],
        ['purchases after that second, which are lost', String(after.gone)],
        ['time until the database takes writes', times.database],
        ['time to service', times.service],
        ['requests after the restore, of them failed', `${after.requests}, ${after.failed}`],
      ],
      broken: after.broken,
    };
  },
});

/** Destroys everything, then restores the database to the moment and the store from its copy, and starts an empty Redis. */
async function restoreAll(stage, archive, moment, copy) {
  const { environment, servers, fleet } = stage;
  await stopProcess(servers.postgres.pid, ['SIGKILL']);
  await fleet.stop();
  rmSync(environment.OBJECTS_DIR, { recursive: true });
  const began = performance.now();
  const postgres = await archive.restore(moment);
  stage.atEnd(() => postgres.stop());
  const database = seconds(performance.now() - began);
  cpSync(copy, environment.OBJECTS_DIR, { recursive: true });
  await emptied(servers.redisUrl);
  await stage.migrate();
  await stage.startFleet();
  return { database, service: seconds(performance.now() - began) };
}

async function emptied(redisUrl) {
  const redis = new Redis(redisUrl);
  await redis.flushall();
  redis.disconnect();
}

/** Checks the restored product: it has every purchase from before the moment, its rules hold, and it sells. */
async function lookAfter(stage, before, moment) {
  const { told, lost } = await lostPurchases(stage.ask, before, moment.getTime());
  const paid = before.purchases.filter(({ outcome }) => outcome === 'PAID').length;
  const first = await stage.violations();
  stage.work({ seed: 'after' });
  await stage.answered(100);
  const { requests, failed, purchases } = await stage.day.end();
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
  constructor({ folder, servers, ask }) {
    Object.assign(this, { servers, ask });
    this.segments = path.join(folder, 'archive');
    this.base = path.join(folder, 'restored');
  }

  /** Switches archiving on and copies the server's files. */
  async open() {
    const began = performance.now();
    const [{ data_directory: live }] = await this.ask('SHOW data_directory');
    const { uid, gid } = statSync(live);
    mkdirSync(this.segments);
    chownSync(this.segments, uid, gid);
    await this.archiveOn();
    const client = new pg.Client({ connectionString: this.servers.databaseUrl });
    await client.connect();
    // the backup mode ends with the session that started it
    Object.assign(this, await copyServer(client, this.base));
    await client.end();
    this.took = seconds(performance.now() - began);
    this.megabytes = Math.round(bytesOf(this.base) / 1e6);
  }

  async archiveOn() {
    const command = `test ! -f "${this.segments}/%f" && cp "%p" "${this.segments}/%f"`;
    await this.ask(`ALTER SYSTEM SET archive_command = '${command}'`);
    await this.ask(`ALTER SYSTEM SET archive_timeout = '${ARCHIVE_TIMEOUT}'`);
    await this.ask('SELECT pg_reload_conf()');
  }

  /** Waits until the archive has everything written so far. */
  async complete() {
    const [{ segment }] = await this.ask('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
    for (const until = Date.now() + 60_000; !existsSync(path.join(this.segments, segment)); await sleep(100))
      if (Date.now() > until) throw new Error(`${segment} was not archived`);
  }

  /** Starts the copy at the address of the lost server and replays the log up to the moment. */
  async restore(moment) {
    this.set({
      archive_mode: 'off',
      restore_command: `cp "${this.segments}/%f" "%p"`,
      recovery_target_time: moment.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    });
    this.write('recovery.signal', '');
    const { options, databaseUrl } = this.servers;
    const port = Number(new URL(databaseUrl).port);
    const server = await startPostgres({ ...options, dataDir: this.base, port, settings: [] });
    for (;;) {
      const [{ recovering }] = await this.ask('SELECT pg_is_in_recovery() AS recovering').catch(() => [
        { recovering: true },
      ]);
      if (!recovering) return server;
      await sleep(50);
    }
  }
}

function bytesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}
