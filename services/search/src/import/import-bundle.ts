import path from 'node:path';
import { asOwner } from '@portal/infra/db';
import type pg from 'pg';
import { knowLive, loadDelta, refuseOlder } from './delta-load.js';
import { loadFull } from './full-load.js';
import { dropRetired, dropUnfinished, openGeneration } from './generations.js';
import { ImportRefused } from './import-refused.js';
import { recorded, type ImportRun } from './import-run.js';
import { lockCounty, prepareSession } from './import-session.js';
import { readManifest, type Manifest } from './manifest.js';
import { Progress } from './progress.js';
import { reconcile, writeReconcile, type ReconcileLine } from './reconcile.js';
import { Rejects } from './rejects.js';
import { refuseRemovals } from './removals.js';
import { refuseAllWrong, stageBundle } from './stage-bundle.js';
import { StagingArea } from './staging-area.js';
import { stillVisible, visibleText, type Hiding } from './unhidden.js';

export interface ImportOptions {
  readonly adminUrl: string;
  readonly bundle: string;
  readonly county: string;
  /** File for the rejected rows; default: rejects.csv in the bundle. */
  readonly rejects?: string;
  /** Allows a full bundle to remove more than a tenth of the county's records. */
  readonly acceptRemovals?: boolean;
  /** The person or program that started the import, for the page Monitoring. */
  readonly startedBy?: string;
  /** A UUID that this import shares with the import of its page images. */
  readonly runId?: string;
  readonly out?: NodeJS.WriteStream;
}

export interface ImportOutcome {
  readonly documents: number;
  readonly rejected: number;
  readonly rejects: string;
  /** Loaded and live rows by file and year, as written to the file `reconcile`. */
  readonly reconciled: readonly ReconcileLine[];
  readonly reconcile: string;
  /** The reason why the report is incomplete, if something failed after the index went live. */
  readonly unreported: string | undefined;
  /** The rejected rows that may have been meant to hide a record. The record is still visible. */
  readonly visible: readonly Hiding[];
  readonly seconds: number;
}

/**
 * Imports a bundle (search/DESIGN.md#import), all or nothing: a full bundle becomes a new generation of the county, a
 * delta changes the live generation. Imports of a county run one after another.
 * @throws ImportRefused when the bundle cannot be imported; then nothing has changed
 */
export function importBundle(o: ImportOptions): Promise<ImportOutcome> {
  const bundle = path.basename(path.resolve(o.bundle));
  const { county, startedBy = '', runId } = o;
  const about = { county, bundle, startedBy, ...(runId !== undefined && { runId }) };
  return recorded(o.adminUrl, about, (run) => importRecorded(o, run));
}

async function importRecorded(o: ImportOptions, run: ImportRun): Promise<ImportOutcome> {
  const manifest = await readManifest(o.bundle, o.county);
  const total = Object.values(manifest.counts).reduce((sum, rows) => sum + rows, 0);
  const progress = new Progress(total, o.out);
  await run.know(manifest, progress).catch(() => undefined);
  return asOwner(o.adminUrl, 'search', async (client) => {
    await prepareSession(client);
    await lockCounty(client, o.county, () =>
      progress.step('WAITING', `another import of ${o.county} is under way; waiting for it`),
    );
    progress.read();
    // rejects.csv is opened only after the wait, because an earlier import of the same bundle writes it until that
    // import ends
    const rejects = await Rejects.open(o.rejects ?? path.join(o.bundle, 'rejects.csv'));
    run.count(rejects);
    const done = await load(client, { ...o, manifest, rejects, progress, run }).catch(
      async (error: unknown) => {
        // if closing rejects.csv fails too, the error of the load is the one to report
        await rejects.close().catch(() => undefined);
        throw error;
      },
    );
    return outcomeOf(done, rejects, progress);
  });
}

async function load(client: pg.Client, work: Work): Promise<Done> {
  await dropUnfinished(client, work.county);
  await dropRetired(client, work.county);
  return work.manifest.kind === 'full' ? importFull(client, work) : importDelta(client, work);
}

/** Writes the reports and returns the result. */
async function outcomeOf(
  { documents, reconciled, unreported, visible }: Done,
  rejects: Rejects,
  progress: Progress,
): Promise<ImportOutcome> {
  const reconcileFile = path.join(path.dirname(rejects.file), 'reconcile.csv');
  const unwritten = await failureOf(async () => {
    await rejects.close();
    await writeReconcile(reconcileFile, reconciled);
  });
  return {
    documents,
    rejected: rejects.count,
    rejects: rejects.file,
    reconciled,
    reconcile: reconcileFile,
    unreported: unreported ?? unwritten,
    visible,
    seconds: progress.seconds(),
  };
}

/**
 * Runs a step after the index went live. A failure is reported, but the import does not fail.
 * @returns the message of the failure, for the report
 */
async function failureOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Work = Omit<ImportOptions, 'rejects'> & {
  readonly manifest: Manifest;
  readonly rejects: Rejects;
  readonly progress: Progress;
  readonly run: ImportRun;
};

type Done = Pick<ImportOutcome, 'documents' | 'reconciled' | 'unreported' | 'visible'>;

/** Counts the live rows and tidies up, after the index went live. */
async function report(
  client: pg.Client,
  { manifest, rejects }: Work,
  generation: number,
  documents: number,
  tidy: () => Promise<void> = () => Promise.resolve(),
): Promise<Done> {
  let reconciled: readonly ReconcileLine[] = [];
  // after a full import only the records of valid rows are visible, so a rejected row that names no record is harmless
  const hidings = rejects.hidings.filter(({ ordinal }) => ordinal !== undefined || manifest.kind === 'delta');
  // if the look-up fails, the records of all these rows count as visible
  let visible: readonly Hiding[] = hidings;
  const unreported = await failureOf(async () => {
    visible = await stillVisible(client, generation, hidings);
    reconciled = await reconcile(client, manifest, generation, rejects);
    await tidy();
  });
  return { documents, reconciled, unreported, visible };
}

/** Loads a full bundle with two parallel connections, because an office's machine can spare two cores for an import. */
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
      const before = work.acceptRemovals ? undefined : await liveGeneration(client, manifest.county);
      const documents = await loadFull(
        lanes,
        { area, manifest, generation, progress },
        {
          check: () => (before === undefined ? Promise.resolve() : refuseRemovals(client, before)),
          recordLive: (live) => work.run.recordLive(client, live),
        },
      );
      progress.step('LOADING', 'it is live; counting for the report');
      return report(client, work, generation, documents, () => area.drop(client));
    });
  } catch (error) {
    // frees the disk space; if the connection has failed, the next import does it
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
  await refuseOlder(client, manifest);
  const area = new StagingArea();
  await knowLive(client, live);
  await stageBundle([client], area, work.bundle, manifest, work);
  await refuseAllWrong(client, manifest, async () =>
    visibleText(await stillVisible(client, live, work.rejects.hidings)),
  );
  const documents = await loadDelta(client, { area, manifest, generation: live, progress }, (changed) =>
    work.run.recordLive(client, changed),
  );
  return report(client, work, live, documents);
}

async function liveGeneration(client: pg.Client, county: string): Promise<number | undefined> {
  const { rows } = await client.query<{ generation: number }>(
    'SELECT generation FROM search.live_index WHERE county_id = $1',
    [county],
  );
  return rows[0]?.generation;
}
