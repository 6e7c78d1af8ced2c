// Fills PostgreSQL's disk under load, then makes room again. The disk is a file system in memory, which only root may
// mount.
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../../local/embedded-pg.mjs';
import { isAlive } from '../../local/processes.mjs';
import { Problem } from '../../local/problem.mjs';
import { outage } from '../drill.mjs';

const DISK = '900m';

export const { about, run } = outage({
  about: 'the disk of the database is full under load and gets room again (needs root)',
  part: 'room on the disk',
  mostAfterMs: 5_000,
  meanwhile: 150,
  servers: async (stage) => {
    stage.disk = path.join(stage.folder, 'disk');
    mkdirSync(stage.disk);
    if (process.getuid?.() !== 0) throw new Problem('Only root may mount a disk for this drill.');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'drill', stage.disk]);
    stage.atEnd(() => execFileSync('umount', [stage.disk]));
    chmodSync(stage.disk, 0o755);
    return { dataDir: path.join(stage.disk, 'postgres') };
  },
  fail: async ({ disk }) => fill(path.join(disk, 'filler')),
  mend: async (stage) => {
    rmSync(path.join(stage.disk, 'filler'));
    const { servers } = stage;
    stage.ended = !isAlive(servers.postgres.pid);
    if (!stage.ended) return;
    // starts the server again on its data, as an operator or systemd does
    const port = Number(new URL(servers.databaseUrl).port);
    const postgres = await startPostgres({ ...servers.options, port });
    stage.atEnd(() => postgres.stop());
  },
  look: async ({ ended }) => ({
    rows: [['the database server', ended ? 'ended by itself and was started again' : 'went on by itself']],
    broken: [],
  }),
});

/** Writes to the file until the disk is full. */
function fill(file) {
  const handle = openSync(file, 'w');
  try {
    for (const block of [1e6, 4096]) {
      const bytes = Buffer.alloc(block, 1);
      for (let room = true; room;)
        try {
          room = writeSync(handle, bytes) === block;
        } catch (error) {
          if (error.code !== 'ENOSPC') throw error;
          room = false;
        }
    }
  } finally {
    closeSync(handle);
  }
}
