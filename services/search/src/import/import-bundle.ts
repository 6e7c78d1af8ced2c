import path from 'node:path';
import { asOwner } from '@portal/infra/db';
import type pg from 'pg';
import { knowLive, loadDelta } from './delta-load.js';
import { loadFull } from './full-load.js';
import { dropRetired, dropUnfinished, openGeneration } from './generations.js';
import { ImportRefused } from './import-refused.js';
import { readManifest, type Manifest } from './manifest.js';
import { Progress } from './progress.js';
import { reconcile, writeReconcile, type ReconcileLine } from './reconcile.js';
import { Rejects } from './rejects.js';
import { stageBundle } from './stage-bundle.js';
import { StagingArea } from './staging-area.js';

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
  /** What went in and what is live, by file and year; also written beside the rejects. */
  readonly reconciled: readonly ReconcileLine[];
  readonly reconcile: string;
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
  const report = path.join(path.dirname(rejects.file), 'reconcile.csv');
  try {
    const work = { ...o, manifest, rejects, progress };
    const { documents, reconciled } = await asOwner(o.adminUrl, 'search', async (client) => {
      await lockCounty(client, o.county, progress);
      await dropUnfinished(client, o.county);
      await dropRetired(client, o.county);
      return manifest.kind === 'full' ? importFull(client, work) : importDelta(client, work);
    });
    await writeReconcile(report, reconciled);
    const seconds = progress.seconds();
    return {
      documents,
      rejected: rejects.count,
      rejects: rejects.file,
      reconciled,
      reconcile: report,
      seconds,
    };
  } finally {
    await rejects.close();
  }
}

type Work = Omit<ImportOptions, 'rejects'> & {
  readonly manifest: Manifest;
  readonly rejects: Rejects;
  readonly progress: Progress;
};

interface Done {
  readonly documents: number;
  readonly reconciled: readonly ReconcileLine[];
}

/** Two connections load side by side: an office's machine has two cores to spare for an import. */
async function importFull(client: pg.Client, work: Work): Promise<Done> {
  const { manifest, progress } = work;
  const generation = await openGeneration(client, manifest.county, manifest.name);
  const area = new StagingArea(generation);
  try {
    return await asOwner(work.adminUrl, 'search', async (second) => {
      const lanes = [client, second] as const;
      await prepareSession(second);
      for (const lane of lanes) await lane.query('SET synchronous_commit = off');
      for (const lane of lanes) await knowLive(lane, undefined);
      await stageBundle(lanes, area, work.bundle, manifest, work);
      const documents = await loadFull(lanes, area, manifest, generation, progress);
      progress.step('it is live; counting for the report');
      const reconciled = await reconcile(client, manifest, generation, work.rejects);
      await area.drop(client);
      return { documents, reconciled };
    });
  } catch (error) {
    // gives the room back; when the connection is what failed, the next import does it
    await client
      .query('ROLLBACK')
      .then(() => dropUnfinished(client, manifest.county))
      .catch(() => undefined);
    throw error;
  }
}

async function importDelta(client: pg.Client, work: Work): Promise<Done> {
  const { manifest, progress, county } = work;
  const live = await liveGeneration(client, county);
  if (live === undefined) {
    throw new ImportRefused(`${county} has no index yet: a delta needs a full import before it`);
  }
  const area = new StagingArea();
  await knowLive(client, live);
  await stageBundle([client], area, work.bundle, manifest, work);
  const documents = await loadDelta(client, area, manifest, live, progress);
  return { documents, reconciled: await reconcile(client, manifest, live, work.rejects) };
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
  await prepareSession(client);
}

async function prepareSession(client: pg.Client): Promise<void> {
  for (const setting of sessionSettings) await client.query(setting);
}

const sessionSettings = [
  // a killed importer's statement ends within a second
  'SET client_connection_check_interval = 1000',
  // sorts and index builds of one session at a time
  `SET work_mem = '64MB'`,
  `SET maintenance_work_mem = '256MB'`,
  // staged rows were just written and are in memory
  'SET random_page_cost = 1.1',
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
