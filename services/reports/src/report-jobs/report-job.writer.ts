import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { isOutage } from '@portal/infra/log';
import { contentTypeOf, OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { ReportChanged, ReportFiles } from '../county-reports/report-file.service.js';
import { ReportService, type AllowedReport, type ReportContent } from '../county-reports/report.service.js';
import { ReportJobRepository, type WrittenJob } from './report-job.repository.js';
import { keptUntil } from './report-job.rules.js';
import { tellEnd } from './scheduled-end.js';

/** The number of failed or killed attempts after which a job is given up. */
const MOST_TRIES = 5;

/**
 * After this many files of a job were given up because the lines changed meanwhile, the next file is written from a
 * snapshot of the database. The first files are written without a snapshot, because the database keeps all deleted rows
 * until a snapshot ends, and a long report takes minutes.
 */
const MOST_CHANGES = 2;

export const jobFolder = (county: string): string => `${county}/reports/`;
/** Each process writes a file under its own key, so that an earlier process cannot overwrite the file. */
export const jobKey = (county: string, { id, format }: WrittenJob, owner: string): string =>
  `${jobFolder(county)}${id}/${owner}.${format.toLowerCase()}`;

interface JobPlace {
  readonly county: string;
  readonly id: string;
  /** The process that works on the job. */
  readonly owner: string;
}

/** Writes the file of a job in one step. A process that takes the job over begins the file again. */
@Injectable()
export class ReportJobWriter {
  constructor(
    private readonly database: Database,
    private readonly rows: ReportJobRepository,
    private readonly reports: ReportService,
    private readonly files: ReportFiles,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param changes the number of files of this job that were given up because the lines changed
   * @throws WorkTaken when the job was canceled or another process has taken it
   */
  async write(
    county: string,
    taken: WrittenJob,
    owner: string,
    stopping: AbortSignal,
    changes = 0,
  ): Promise<void> {
    const place = { county, id: taken.id, owner };
    const job = await this.rows.step(this.database, place, async (tx, current) => {
      const next = { tries: current.tries + 1, written: 0 };
      const isLast = current.tries >= MOST_TRIES;
      if (isLast) return this.fail(tx, current);
      await this.rows.note(tx, current, next);
      return current;
    });
    if (!job) return;
    try {
      await this.writeFile(place, job, stopping, changes >= MOST_CHANGES);
    } catch (error) {
      if (error instanceof ReportChanged) return this.write(county, taken, owner, stopping, changes + 1);
      if (isOutage(error) || stopping.aborted) await this.forgetTry(place);
      throw error;
    }
  }

  private async writeFile(
    place: JobPlace,
    job: WrittenJob,
    stopping: AbortSignal,
    isAtOnce: boolean,
  ): Promise<void> {
    const { county, owner } = place;
    const allowed = await this.allow(county, job);
    if (!allowed) return this.giveUp(place);
    const objectKey = jobKey(county, job, owner);
    const store = (content: ReportContent): Promise<number> =>
      this.store(
        objectKey,
        this.files.longContent(allowed, job.format, content, async (written) => {
          stopping.throwIfAborted();
          await this.rows.step(this.database, place, (tx, current) =>
            this.rows.note(tx, current, { written }),
          );
          await failpoint('report-job-lines');
        }),
      );
    const size = isAtOnce
      ? await this.reports.atOneMoment(allowed, store)
      : await store({
          summary: await this.reports.summary(allowed),
          parts: this.reports.parts(allowed),
        });
    await failpoint('report-job-written');
    // even if this step throws, its transaction may have been committed, so the file is not removed here;
    // ReportJobRemoval removes the file if no row names it
    await this.rows.step(this.database, place, async (tx, current) => {
      const expiresAt = keptUntil(this.clock.now(), current);
      await this.rows.note(tx, current, { state: 'READY', objectKey, size, expiresAt });
      await tellEnd(tx, current, true);
    });
    await failpoint('report-job-ready');
  }

  /** Stores the whole file, or no file after an error. @returns the size of the file in bytes */
  private async store(objectKey: string, content: AsyncGenerator<Buffer>): Promise<number> {
    try {
      const body = Readable.from(content, { objectMode: false });
      const { size } = await this.objects.put(objectKey, body, { contentType: contentTypeOf(objectKey) });
      return size;
    } catch (error) {
      await this.objects.remove(objectKey);
      throw error;
    }
  }

  /** Returns the report; undefined when the owner of the job may not read it. */
  private async allow(
    county: string,
    { owner, role, account, report, criteria, startedAt }: WrittenJob,
  ): Promise<AllowedReport | undefined> {
    const allowed = await this.reports.allow({ county, user: owner, role, account }, { report, criteria });
    if (!allowed.ok) return undefined;
    const { filter } = allowed.value;
    // leaves out everything that happened after the job was created, in the totals and in the lines
    const until = new Date(Math.min(+filter.until, +startedAt));
    return { ...allowed.value, filter: { ...filter, until } };
  }

  /**
   * Does not count an attempt that ended because a server was unavailable or because this process stopped. Such an
   * attempt says nothing about the report.
   */
  private async forgetTry(place: JobPlace): Promise<void> {
    await this.rows
      .step(this.database, place, (tx, current) => this.rows.note(tx, current, { tries: current.tries - 1 }))
      .catch(() => undefined);
  }

  private async giveUp(place: JobPlace): Promise<void> {
    await this.rows.step(this.database, place, (tx, current) => this.fail(tx, current));
  }

  private async fail(tx: Tx, job: WrittenJob): Promise<undefined> {
    await this.rows.note(tx, job, { state: 'FAILED' });
    await tellEnd(tx, job, false);
  }
}
