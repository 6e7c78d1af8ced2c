import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { LeasedRows } from '@portal/infra/jobs';
import type { reportJobStates, ReportFormat, ReportJob } from '@portal/proto/http/report-jobs';
import type { ReportCriteria, ReportName } from '@portal/proto/http/reports';
import type { Actor } from '@portal/proto/rpc/actor';

/** A job that writes a report for a user. */
export interface WrittenJob {
  readonly id: string;
  readonly state: (typeof reportJobStates)[number];
  readonly owner: string;
  readonly role: Actor['role'];
  readonly account: string | null;
  readonly report: ReportName;
  readonly format: ReportFormat;
  readonly criteria: ReportCriteria;
  readonly lines: number;
  readonly written: number;
  readonly tries: number;
  readonly objectKey: string;
  readonly size: number;
  /** The schedule that began the job; null for a report that a user requested. */
  readonly schedule: string | null;
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

export type NewJob = Omit<WrittenJob, 'state' | 'written' | 'tries' | 'objectKey' | 'size'>;

interface JobRow extends Omit<WrittenJob, 'size'> {
  readonly size: string;
}

const COLUMNS = `id, state, owner_id AS owner, owner_role AS role, owner_account AS account, report, format, criteria,
  lines, written, tries, object_key AS "objectKey", size, schedule, started_at AS "startedAt", expires_at AS "expiresAt"`;

@Injectable()
export class ReportJobRepository extends LeasedRows<JobRow, WrittenJob> {
  constructor() {
    super({ table: 'report_job', columns: COLUMNS, active: ['WRITING'], workOf: jobOf });
  }

  /**
   * @param most the largest number of unfinished jobs that the owner may have; null for no limit
   * @returns false when the owner already has that many
   */
  async add(tx: Tx, job: NewJob, most: number | null): Promise<boolean> {
    // serializes the requests of a user, because simultaneous requests could exceed the limit together
    await tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.countyId} ${job.owner}`]);
    const added = await tx.run(
      `INSERT INTO report_job (county_id, id, owner_id, owner_role, owner_account, report, format, criteria, state,
                               lines, started_at, expires_at, schedule)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, 'WRITING', $9, $10, $11, $13
        WHERE $12::int IS NULL OR (SELECT count(*) FROM report_job
                                    WHERE county_id = $1 AND ${this.active} AND owner_id = $3 AND schedule IS NULL) < $12`,
      [
        ...[tx.countyId, job.id, job.owner, job.role, job.account, job.report, job.format],
        ...[JSON.stringify(job.criteria), job.lines, job.startedAt, job.expiresAt, most, job.schedule],
      ],
    );
    return added === 1;
  }

  /** Lists the jobs of a user, newest first. */
  async listOwn(tx: Tx, owner: string, limit: number): Promise<WrittenJob[]> {
    const rows = await tx.rows<JobRow>(
      `SELECT ${COLUMNS} FROM report_job WHERE county_id = $1 AND owner_id = $2 ORDER BY started_at DESC LIMIT $3`,
      [tx.countyId, owner, limit],
    );
    return rows.map(jobOf);
  }

  async findOwn(tx: Tx, id: string, owner: string): Promise<WrittenJob | undefined> {
    const job = await this.find(tx, id);
    return job?.owner === owner ? job : undefined;
  }

  /**
   * Deletes a job. Deleting an unfinished job cancels it.
   * @returns the deleted job
   */
  async remove(tx: Tx, id: string, owner: string): Promise<WrittenJob | undefined> {
    return this.read(
      await tx.row<JobRow>(
        `DELETE FROM report_job WHERE county_id = $1 AND id = $2 AND owner_id = $3 RETURNING ${COLUMNS}`,
        [tx.countyId, id, owner],
      ),
    );
  }

  /**
   * Deletes jobs that have been kept long enough.
   * @returns the deleted jobs
   */
  async removeExpired(tx: Tx, now: Date): Promise<WrittenJob[]> {
    const rows = await tx.rows<JobRow>(
      `DELETE FROM report_job WHERE county_id = $1 AND expires_at < $2 RETURNING ${COLUMNS}`,
      [tx.countyId, now],
    );
    return rows.map(jobOf);
  }

  /** Returns those of the given jobs that exist. */
  async listKnown(tx: Tx, ids: readonly string[]): Promise<WrittenJob[]> {
    const rows = await tx.rows<JobRow>(
      `SELECT ${COLUMNS} FROM report_job WHERE county_id = $1 AND id = ANY ($2::uuid[])`,
      [tx.countyId, ids],
    );
    return rows.map(jobOf);
  }

  async note(
    tx: Tx,
    before: WrittenJob,
    over: Partial<Pick<WrittenJob, 'state' | 'written' | 'tries' | 'objectKey' | 'size' | 'expiresAt'>>,
  ): Promise<void> {
    const { id, state, written, tries, objectKey, size, expiresAt } = { ...before, ...over };
    await tx.run(
      `UPDATE report_job SET state = $2, written = $3, tries = $4, object_key = $5, size = $6, expires_at = $7,
              lines = greatest(lines, $3) WHERE id = $1`,
      [id, state, written, tries, objectKey, size, expiresAt],
    );
  }
}

const jobOf = ({ size, ...row }: JobRow): WrittenJob => ({ ...row, size: Number(size) });

/** Converts a job to the form that its owner sees. */
export const toldOf = (job: WrittenJob): ReportJob => {
  const { id, report, format, state, criteria, written, lines, startedAt, expiresAt, size } = job;
  const { fromDate, toDate } = criteria;
  return {
    ...{ id, report, format, state, fromDate, toDate, written, lines, size },
    ...{ startedAt: startedAt.toISOString(), expiresAt: state === 'READY' ? expiresAt.toISOString() : '' },
  };
};
