import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  addReportSchedule,
  listReportSchedules,
  removeReportSchedule,
} from '@portal/proto/rpc/county-reports';
import { ReportScheduleService } from './report-schedule.service.js';

@Controller()
export class ReportScheduleHandlers {
  constructor(private readonly schedules: ReportScheduleService) {}

  @Handle(addReportSchedule)
  add(asked: Parsed<typeof addReportSchedule>, { actor }: Call): Promise<Reply<typeof addReportSchedule>> {
    return this.schedules.add(actor, asked);
  }

  @Handle(listReportSchedules)
  list(
    _input: Parsed<typeof listReportSchedules>,
    { actor }: Call,
  ): Promise<Reply<typeof listReportSchedules>> {
    return this.schedules.list(actor);
  }

  @Handle(removeReportSchedule)
  remove(
    { schedule }: Parsed<typeof removeReportSchedule>,
    { actor }: Call,
  ): Promise<Reply<typeof removeReportSchedule>> {
    return this.schedules.remove(actor, schedule);
  }
}
