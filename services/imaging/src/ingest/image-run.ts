import { sqlState, type Database } from '@portal/infra/db';

const BEAT_MS = 2_000;
/** The number of imports whose rows are kept for each county; older rows are deleted. */
const keptRuns = 100;

interface RunTerms {
  readonly database: Database;
  readonly county: string;
  /** The id that this import shares with the import of the index; without an id, no progress is stored. */
  readonly run?: string;
}

/**
 * The progress of an import's page images, as a row for the page Monitoring. A failed write does not fail the import.
 */
export class ImageRun {
  private done = 0;
  private refused = 0;

  private constructor(private readonly terms: RunTerms) {}

  /**
   * Runs an import of page images and keeps its row up to date.
   * @param pages the number of pages that images.csv lists
   */
  static async recorded<T>(terms: RunTerms, pages: number, work: (run: ImageRun) => Promise<T>): Promise<T> {
    const run = new ImageRun(terms);
    await run.begin(pages);
    const beats = setInterval(() => void run.beat(), BEAT_MS);
    try {
      const result = await work(run);
      await run.set(`state = 'DONE', ended_at = now()`);
      return result;
    } catch (error) {
      await run.fail(error);
      throw error;
    } finally {
      clearInterval(beats);
    }
  }

  /** Counts the pages of a document that was imported or refused. */
  count(pages: number, isRefused: boolean): void {
    if (isRefused) this.refused += pages;
    else this.done += pages;
  }

  async beat(): Promise<void> {
    await this.set('seen_at = now()');
  }

  private async begin(pages: number): Promise<void> {
    await this.write(
      `WITH forgotten AS (
         DELETE FROM image_run WHERE county_id = $1 AND run IN
           (SELECT run FROM image_run WHERE county_id = $1 ORDER BY started_at DESC OFFSET $4 LIMIT $4))
       INSERT INTO image_run (county_id, run, pages) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [pages, keptRuns - 1],
    );
  }

  /** Stores only the class and SQLSTATE of an unexpected error, because its message may contain people's names. */
  private async fail(error: unknown): Promise<void> {
    const name = error instanceof Error ? error.name : 'Error';
    await this.set(`state = 'FAILED', ended_at = now(), failure = $5`, [
      [name, sqlState(error)].filter(Boolean).join(' '),
    ]);
  }

  /** Updates the row unless the import has ended, because the last heartbeat may arrive after the end. */
  private async set(columns: string, values: readonly unknown[] = []): Promise<void> {
    await this.write(
      `UPDATE image_run SET done = $3, refused = $4, ${columns}
        WHERE county_id = $1 AND run = $2 AND ended_at IS NULL`,
      [this.done, this.refused, ...values],
    );
  }

  private async write(statement: string, values: readonly unknown[]): Promise<void> {
    const { database, county, run } = this.terms;
    if (run === undefined) return;
    await database
      .withCounty(county, (tx) => tx.run(statement, [county, run, ...values]))
      .catch(() => undefined);
  }
}
