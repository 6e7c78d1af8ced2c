import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { eachCounty, OnJob } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import type { County } from '@portal/proto/rpc/admin-config';
import { DueReports } from './due-reports.js';
import { ReportScheduleRepository } from './report-schedule.repository.js';

const EVERY_MS = 60_000;

const log = openLog('reports');

/**
 * Begins the reports of due schedules. The row of a schedule stores its next time, so a report begins only once even if
 * two processes try. If several times of a schedule were missed, only the newest report is written.
 */
@Injectable()
export class ReportScheduleWorker {
  constructor(
    private readonly database: Database,
    private readonly rows: ReportScheduleRepository,
    private readonly sections: CountySections,
    private readonly due: DueReports,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @OnJob('report-schedules', { everyMs: EVERY_MS })
  async run(): Promise<void> {
    const now = this.clock.now();
    const due = await this.database.asWorker((tx) => this.rows.listCountiesWithDue(tx, now));
    await eachCounty(due, 'counties whose due reports were not begun', (id) => this.lookAt(id));
  }

  private async lookAt(id: string): Promise<void> {
    const county = await this.sections.findCounty(id);
    if (county) await this.look(county);
  }

  /**
   * Begins the due reports of a county. A schedule that fails does not stop the others, and is tried again a minute
   * later, and after longer waits if it fails again.
   */
  private async look(county: County): Promise<void> {
    const now = this.clock.now();
    const due = await this.database.withCounty(county.id, (tx) => this.rows.listDue(tx, now));
    for (const schedule of due)
      await this.due.begin(county, schedule, now).catch(async (error: unknown) => {
        const { id } = schedule;
        log.error({ err: error, county: county.id, schedule: id }, 'a scheduled report was not begun');
        await this.database.withCounty(county.id, (tx) => this.rows.noteFailure(tx, schedule, now));
      });
  }
}
