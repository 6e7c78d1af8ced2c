// Destroys the database under load and restores it to a given second with pgBackRest, from an encrypted repository in
// S3.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../local/ports.mjs';
import { BackupRepository, requireBackrest } from '../backup-repository.mjs';
import { DebianPostgres } from '../debian-postgres.mjs';
import { drill, seconds } from '../drill.mjs';
import { loseAndRestore } from '../loss.mjs';

/** How many answers the drill waits for around each backup. */
const AROUND = 100;
/**
 * How long a segment may take to reach the archive. PostgreSQL closes a segment after a minute even if it is not full.
 */
const ARCHIVED_WITHIN_MS = 120_000;

export const { about, run } = drill({
  about: 'the database is lost under load; pgBackRest restores it from S3 to a second of the past (Debian)',
  servers: async (stage) => {
    requireBackrest();
    const server = new DebianPostgres({
      folder: path.join(stage.folder, 'postgres'),
      port: await freePort(),
    });
    const repository = await BackupRepository.open(stage, server);
    const archive = path.join(repository.configuration, 'archive.conf');
    await server.create({ settings: [`include '${archive}'`], environment: repository.environment });
    stage.atEnd(() => server.stop());
    await repository.run('stanza-create');
    await repository.run('check');
    Object.assign(stage, { server, repository });
    return { databaseUrl: server.url };
  },
  play: async (stage) => {
    const { server, repository } = stage;
    const answers = stage.work();
    await stage.answered(AROUND);
    const full = await repository.backUp('full');
    await stage.answered(AROUND);
    const changed = await repository.backUp('diff');
    stage.say('both backups are made; people work on');
    const lost = await loseAndRestore(stage, {
      complete: () => archived(stage.ask),
      lose: () => server.lose(),
      restore: async (moment) => {
        const target = `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`;
        await repository.run('restore', '--type=time', target, '--target-action=promote');
        await server.start();
      },
    });
    const again = await repository.backUp('diff');
    return {
      head: ['what', 'figure'],
      rows: [
        rowOf('full backup under load', full),
        rowOf('differential backup under load', changed),
        ...lost.rows,
        rowOf('differential backup of the restored database', again),
      ],
      broken: lost.broken,
    };
  },
});

/**
 * Waits until the archive has everything written so far. A segment is archived when it is full, or after some
 * time.
 */
async function archived(ask) {
  const [{ segment }] = await ask('SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment');
  for (const until = Date.now() + ARCHIVED_WITHIN_MS; ; await sleep(500)) {
    const [{ newest }] = await ask('SELECT last_archived_wal AS newest FROM pg_stat_archiver');
    if (newest >= segment) return;
    if (Date.now() > until) throw new Error(`${segment} was not archived`);
  }
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

const rowOf = (what, { ms, database, stored }) => [
  `${what}: time, size, in the repository`,
  `${seconds(ms)}, ${megabytes(database)}, ${megabytes(stored)}`,
];
