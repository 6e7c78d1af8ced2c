import { asOwner, sqlState } from '@portal/infra/db';
import type pg from 'pg';
import { ImportRefused } from './import-refused.js';
import type { Manifest } from './manifest.js';
import type { Progress } from './progress.js';
import type { Rejects } from './rejects.js';

const BEAT_MS = 2_000;
/** The number of imports that are kept for each county; older ones are deleted. */
const keptRuns = 100;
/** The maximum length of a stored reason; a longer one is cut off. */
const longestFailure = 500;

/** What is known about an import before it begins. */
export interface ImportAbout {
  readonly county: string;
  readonly bundle: string;
  readonly startedBy: string;
  /** The id under which the importer of page images knows the import. */
  readonly runId?: string;
}

/**
 * The row of one import for the page Monitoring. `recordLive` writes the row in the import's transaction; all other
 * writes use a separate connection.
 */
export class ImportRun {
  private progress: Progress | undefined;
  private rejects: Rejects | undefined;

  private constructor(
    private readonly client: pg.Client,
    private readonly county: string,
    private readonly id: string,
  ) {}

  static async begin(
    client: pg.Client,
    { county, bundle, startedBy, runId }: ImportAbout,
  ): Promise<ImportRun> {
    await client.query(`SELECT set_config('app.county_id', $1, false)`, [county]);
    const { rows } = await client.query<{ id: string }>(
      'INSERT INTO search.import_run (county_id, bundle, started_by, run) VALUES ($1, $2, $3, $4) RETURNING id',
      [county, bundle, startedBy, runId ?? null],
    );
    await client.query(
      `DELETE FROM search.import_run WHERE county_id = $1 AND id IN
         (SELECT id FROM search.import_run WHERE county_id = $1 ORDER BY id DESC OFFSET $2)`,
      [county, keptRuns],
    );
    return new ImportRun(client, county, rows[0]?.id ?? '0');
  }

  /** Called when the manifest has been read. */
  async know({ name, kind, counts }: Manifest, progress: Progress): Promise<void> {
    this.progress = progress;
    await this.set(`bundle = coalesce(nullif($3, ''), bundle), kind = $4, images = $5`, [
      ...[name, kind, counts['images.csv'] ?? 0],
    ]);
  }

  count(rejects: Rejects): void {
    this.rejects = rejects;
  }

  async beat(): Promise<void> {
    const { step, done, whole } = this.progress?.position() ?? { step: 'WAITING', done: 0, whole: 0 };
    await this.set('step = $3, done = $4, whole = $5, rejected = $6, seen_at = now()', [
      ...[step, done, whole, this.rejects?.count ?? 0],
    ]);
  }

  /**
   * Notes that the bundle is live, in the transaction that makes it live, so that a live import is never shown as
   * failed.
   */
  async recordLive(client: pg.Client, documents: number): Promise<void> {
    await this.set(
      `state = 'DONE', ended_at = clock_timestamp(), documents = $3, rejected = $4`,
      [documents, this.rejects?.count ?? 0],
      client,
    );
  }

  /** The message of an unexpected error may contain people's names, so only its class and SQLSTATE are stored. */
  async recordFailure(error: unknown): Promise<void> {
    const refused = error instanceof ImportRefused;
    const name = error instanceof Error ? error.name : 'Error';
    const failure = refused ? error.message : [name, sqlState(error)].filter(Boolean).join(' ');
    await this.set(`state = $3, failure = $4, ended_at = now(), rejected = $5`, [
      ...[refused ? 'REFUSED' : 'FAILED', failure.slice(0, longestFailure), this.rejects?.count ?? 0],
    ]);
  }

  /**
   * Updates the row unless the import has ended, because a heartbeat may have waited behind the transaction that ended
   * the import.
   */
  private async set(columns: string, values: readonly unknown[], client = this.client): Promise<void> {
    await client.query(
      `UPDATE search.import_run SET ${columns} WHERE county_id = $1 AND id = $2 AND ended_at IS NULL`,
      [this.county, this.id, ...values],
    );
  }
}

/**
 * Runs an import and keeps its row up to date. If a heartbeat or another write of the row fails, the import continues;
 * only the first write and the write in the import's own transaction must succeed.
 */
export function recorded<T>(
  adminUrl: string,
  about: ImportAbout,
  work: (run: ImportRun) => Promise<T>,
): Promise<T> {
  return asOwner(adminUrl, 'search', async (client) => {
    client.on('error', () => undefined);
    const run = await ImportRun.begin(client, about);
    const beats = setInterval(() => void run.beat().catch(() => undefined), BEAT_MS);
    try {
      return await work(run);
    } catch (error) {
      await run.recordFailure(error).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(beats);
    }
  });
}
