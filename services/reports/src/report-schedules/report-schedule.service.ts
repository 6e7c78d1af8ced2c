import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import {
  mostSchedules,
  type NewReportSchedule,
  type ReportSchedules,
} from '@portal/proto/http/report-schedules';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { ReportService, type ReportRefusal } from '../county-reports/report.service.js';
import { ReportScheduleRepository, toldOf } from './report-schedule.repository.js';
import { criteriaAt, nextDue } from './report-schedule.rules.js';

const isOffice = (role: Actor['role']): boolean => role === 'TRIMIN' || role === 'COUNTY';

/** Adds, lists and removes the scheduled reports of staff (DECISIONS.md#report-20). */
@Injectable()
export class ReportScheduleService {
  constructor(
    private readonly database: Database,
    private readonly rows: ReportScheduleRepository,
    private readonly reports: ReportService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Adds a schedule. The first report is written at the schedule's next time. */
  async add(
    actor: Actor,
    asked: NewReportSchedule,
  ): Promise<Result<{ schedule: string }, ReportRefusal | 'TOO_MANY_REQUESTS'>> {
    const { user: owner, county, role } = actor;
    if (owner === null || !isOffice(role)) return fail('NOT_FOUND');
    const now = this.clock.now();
    // checks the names of the account and the user now; if a name changes later, the report cannot be written and the
    // owner gets an e-mail
    const criteria = criteriaAt(now, asked, 'UTC', asked.criteria);
    const allowed = await this.reports.allow(actor, { report: asked.report, criteria });
    if (!allowed.ok) return allowed;
    const nextAt = nextDue(asked, allowed.value.county.timeZone, now);
    const schedule = { ...asked, id: randomUUID(), owner, role, nextAt };
    const added = await this.database.withCounty(county, (tx) =>
      this.rows.add(tx, schedule, { most: mostSchedules, now }),
    );
    return added ? ok({ schedule: schedule.id }) : fail('TOO_MANY_REQUESTS');
  }

  async list({ user, county, role }: Actor): Promise<Result<ReportSchedules, 'NOT_FOUND'>> {
    if (user === null || !isOffice(role)) return fail('NOT_FOUND');
    const schedules = await this.database.withCounty(county, (tx) => this.rows.listOwn(tx, user));
    return ok({ schedules: schedules.map(toldOf) });
  }

  async remove({ user, county }: Actor, id: string): Promise<Result<Record<string, never>, 'NOT_FOUND'>> {
    if (user === null) return fail('NOT_FOUND');
    const removed = await this.database.withCounty(county, (tx) => this.rows.remove(tx, id, user));
    return removed ? ok({}) : fail('NOT_FOUND');
  }
}
