import path from 'node:path';
import { asOwner } from '@portal/infra/db';
import type pg from 'pg';
import { knowLive, loadDelta } from './delta-load.js';
import { loadFull } from './full-load.js';
import { dropRetired, dropUnfinished } from './generations.js';
import { ImportRefused } from './import-refused.js';
import { readManifest } from './manifest.js';
import { Progress } from './progress.js';
import { Rejects } from './rejects.js';
import { stageBundle } from './stage-bundle.js';

export interface ImportOptions {
  readonly adminUrl: string;
  readonly bundle: string;
  readonly county: string;
  /** Where the rejected rows are named; rejects.csv in the bundle unless told. */
  readonly rejects?: string;
  readonly out?: NodeJS.WriteStream;
}

export interface ImportOutcome {
  readonly documents: number;
  readonly rejected: number;
  readonly rejects: string;
  readonly seconds: number;
}

/**
 * Imports a bundle (architecture.md 'Import'): a full one becomes a new generation of the county, a delta changes the
 * live one; either all of it or nothing. Imports of a county wait for each other.
 * @throws ImportRefused when the bundle cannot be imported; nothing has changed then
 */
export async function importBundle(o: ImportOptions): Promise<ImportOutcome> {
  const manifest = await readManifest(o.bundle, o.county);
  const total = Object.values(manifest.counts).reduce((sum, rows) => sum + rows, 0);
  const progress = new Progress(total, o.out);
  const rejects = new Rejects(o.rejects ?? path.join(o.bundle, 'rejects.csv'));
  try {
    const documents = await asOwner(o.adminUrl, 'search', async (client) => {
      await lockCounty(client, o.county, progress);
      await dropUnfinished(client, o.county);
      await dropRetired(client, o.county);
      const live = await liveGeneration(client, o.county);
      if (manifest.kind === 'full') {
        await knowLive(client, undefined);
        await stageBundle(client, o.bundle, manifest, { rejects, progress });
        return loadFull(client, manifest, progress);
      }
      if (live === undefined)
        throw new ImportRefused(`${o.county} has no index yet: a delta needs a full import before it`);
      await knowLive(client, live);
      await stageBundle(client, o.bundle, manifest, { rejects, progress });
      return loadDelta(client, manifest, live, progress);
    });
    return { documents, rejected: rejects.count, rejects: rejects.file, seconds: progress.seconds() };
  } finally {
    await rejects.close();
  }
}

/** One import per county: others wait, also for the killed one's last statement to end. */
async function lockCounty(client: pg.Client, county: string, progress: Progress): Promise<void> {
  await client.query('SET lock_timeout = 0');
  const key = [`hashtext('search import')`, 'hashtext($1)'].join(', ');
  const { rows } = await client.query<{ free: boolean }>(`SELECT pg_try_advisory_lock(${key}) AS free`, [
    county,
  ]);
  if (!rows[0]?.free) {
    progress.step(`another import of ${county} is under way; waiting for it`);
    await client.query(`SELECT pg_advisory_lock(${key})`, [county]);
  }
  for (const setting of sessionSettings) await client.query(setting);
}

const sessionSettings = [
  // a killed importer's statement ends within a second
  'SET client_connection_check_interval = 1000',
  // sorts and index builds of one session at a time
  `SET work_mem = '48MB'`,
  `SET maintenance_work_mem = '192MB'`,
  // another county's import may be attaching; no reader waits for either
  `SET lock_timeout = '2min'`,
];

async function liveGeneration(client: pg.Client, county: string): Promise<number | undefined> {
  const { rows } = await client.query<{ generation: number }>(
    'SELECT generation FROM search.live_index WHERE county_id = $1',
    [county],
  );
  return rows[0]?.generation;
}
