// Destroys the database under load and restores it to a given second from a base backup and the archived log.
import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../local/embedded-pg.mjs';
import { stopProcess } from '../../local/processes.mjs';
import { drill, seconds } from '../drill.mjs';
import { loseAndRestore } from '../loss.mjs';
import { copyServer } from '../standby.mjs';

/** PostgreSQL archives a segment after this time even if it is not full. A real server waits longer. */
const ARCHIVE_TIMEOUT = '5s';
export const { about, run } = drill({
  about: 'the database and the object store are lost under load and restored to a second of the past',
  servers: async () => ({ settings: ['archive_mode=on'] }),
  play: async (stage) => {
    const archive = new Archive(stage);
    await archive.open();
    stage.say(`backup of ${archive.megabytes} MB in ${archive.took}; people work`);
    stage.work();
    const { rows, broken } = await loseAndRestore(stage, archive);
    return {
      head: ['what', 'figure'],
      rows: [[`base backup of ${archive.megabytes} MB`, archive.took], ...rows],
      broken,
    };
  },
});

/** The backup of one database server: a copy of its files, and each segment of its log once the segment is full. */
class Archive {
  constructor(stage) {
    const { folder, servers, ask } = stage;
    Object.assign(this, { servers, ask, atEnd: (end) => stage.atEnd(end) });
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

  lose() {
    return stopProcess(this.servers.postgres.pid, ['SIGKILL']);
  }

  /** Starts the copy at the address of the lost server. The copy replays the log up to the given time. */
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
    this.atEnd(() => server.stop());
    for (;;) {
      const [{ recovering }] = await this.ask('SELECT pg_is_in_recovery() AS recovering').catch(() => [
        { recovering: true },
      ]);
      if (!recovering) return;
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
