import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { ReportScheduleRepository } from './report-schedule.repository.js';

/**
 * Ends the schedules of a user who has left the office or was deactivated. They are not restored later. If a user
 * changes between the two roles of the office, the schedules continue with the new role.
 */
@Injectable()
export class ScheduleOwners {
  constructor(private readonly rows: ReportScheduleRepository) {}

  @OnEvent('identity.user-changed.v1', { consumer: 'report-schedules', newestOnly: true })
  async onUserChanged({ payload }: EventOf<'identity.user-changed.v1'>, tx: Tx): Promise<void> {
    const { user, role, status } = payload;
    const isStaff = role === 'TRIMIN' || role === 'COUNTY';
    if (isStaff && status !== 'I') await this.rows.setRoleOf(tx, user, role);
    else await this.rows.removeOf(tx, user);
  }
}
