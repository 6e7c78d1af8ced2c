import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { NewReportSchedule, ReportSchedule } from '@portal/proto/http/report-schedules';
import type { Actor } from '@portal/proto/rpc/actor';

/** A stored schedule. Its owner gets the report each time it is due. */
export interface Schedule extends NewReportSchedule {
  readonly id: string;
  readonly owner: string;
  readonly role: Actor['role'];
  readonly nextAt: Date;
}

const COLUMNS = `id, owner_id AS owner, owner_role AS role, report, format, criteria, interval, day, hour,
  next_at AS "nextAt"`;

@Injectable()
export class ReportScheduleRepository {
  /**
   * @param o.most the largest number of schedules that one owner may have
   * @returns false when the owner already has that many
   */
  async add(tx: Tx, schedule: Schedule, { most, now }: { most: number; now: Date }): Promise<boolean> {
    // serializes the requests of a user, because simultaneous requests could exceed the limit together
    await tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [
      `${tx.countyId} ${schedule.owner}`,
    ]);
    const { id, owner, role, report, format, criteria, interval, day, hour, nextAt } = schedule;
    const added = await tx.run(
      `INSERT INTO report_schedule (county_id, id, owner_id, owner_role, report, format, criteria, interval, day, hour,
                                    next_at, added_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
        WHERE (SELECT count(*) FROM report_schedule WHERE county_id = $1 AND owner_id = $3) < $13`,
      [
        ...[tx.countyId, id, owner, role, report, format, JSON.stringify(criteria), interval, day, hour],
        ...[nextAt, now, most],
      ],
    );
    return added === 1;
  }

  /** Lists the schedules of a user, oldest first. */
  listOwn(tx: Tx, owner: string): Promise<Schedule[]> {
    return tx.rows<Schedule>(
      `SELECT ${COLUMNS} FROM report_schedule WHERE county_id = $1 AND owner_id = $2 ORDER BY added_at, id`,
      [tx.countyId, owner],
    );
  }

  /** @returns whether the schedule existed */
  async remove(tx: Tx, id: string, owner: string): Promise<boolean> {
    const removed = await tx.run(
      'DELETE FROM report_schedule WHERE county_id = $1 AND id = $2 AND owner_id = $3',
      [tx.countyId, id, owner],
    );
    return removed === 1;
  }

  /**
   * Sets the role of a user's schedules. Reports are written with the rights of this role, and only this role can open
   * them.
   */
  async setRoleOf(tx: Tx, owner: string, role: Actor['role']): Promise<void> {
    await tx.run(
      'UPDATE report_schedule SET owner_role = $3 WHERE county_id = $1 AND owner_id = $2 AND owner_role <> $3',
      [tx.countyId, owner, role],
    );
  }

  /** Ends all schedules of a user who has lost the right to read reports. */
  async removeOf(tx: Tx, owner: string): Promise<void> {
    await tx.run('DELETE FROM report_schedule WHERE county_id = $1 AND owner_id = $2', [tx.countyId, owner]);
  }

  /** Lists the counties with a due schedule; runs as the worker role. */
  async listCountiesWithDue(tx: Tx, now: Date): Promise<string[]> {
    const rows = await tx.rows<{ county: string }>(
      'SELECT DISTINCT county_id AS county FROM report_schedule WHERE next_at <= $1',
      [now],
    );
    return rows.map(({ county }) => county);
  }

  /**
   * Lists due schedules, longest overdue first. A schedule that has failed is left out until its next try, and then
   * comes after the schedules that have not failed. So failing schedules never take the place of others.
   */
  listDue(tx: Tx, now: Date): Promise<Schedule[]> {
    return tx.rows<Schedule>(
      `SELECT ${COLUMNS} FROM report_schedule
        WHERE county_id = $1 AND next_at <= $2 AND (retry_at IS NULL OR retry_at <= $2)
        ORDER BY failures, coalesce(retry_at, next_at) LIMIT 100`,
      [tx.countyId, now],
    );
  }

  /** Counts a failure. The wait before the next try doubles each time, from a minute up to an hour. */
  async noteFailure(tx: Tx, { id, nextAt }: Pick<Schedule, 'id' | 'nextAt'>, now: Date): Promise<void> {
    await tx.run(
      `UPDATE report_schedule SET failures = failures + 1,
              retry_at = $4::timestamptz + least(2 ^ least(failures, 10), 60) * interval '1 minute'
        WHERE county_id = $1 AND id = $2 AND next_at = $3`,
      [tx.countyId, id, nextAt, now],
    );
  }

  /** @returns false if another process has started the report due at `nextAt`, or if the schedule was deleted */
  async moveOn(tx: Tx, { id, nextAt }: Pick<Schedule, 'id' | 'nextAt'>, next: Date): Promise<boolean> {
    const moved = await tx.run(
      `UPDATE report_schedule SET next_at = $4, failures = 0, retry_at = NULL
        WHERE county_id = $1 AND id = $2 AND next_at = $3`,
      [tx.countyId, id, nextAt, next],
    );
    return moved === 1;
  }
}

/** Converts a schedule to the form of the contract. */
export const toldOf = ({ owner: _owner, role: _role, nextAt, ...told }: Schedule): ReportSchedule => ({
  ...told,
  nextAt: nextAt.toISOString(),
});
