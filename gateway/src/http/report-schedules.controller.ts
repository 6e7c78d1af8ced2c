import { Body, Controller, Get, Post } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import {
  newReportSchedule,
  removeScheduleRequest,
  type ReportSchedules,
} from '@portal/proto/http/report-schedules';
import type { Result } from '@portal/proto/result';
import {
  addReportSchedule,
  listReportSchedules,
  removeReportSchedule,
} from '@portal/proto/rpc/county-reports';
import { parseInput } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** Lists, adds and ends the reports that staff get each day, week or month. */
@Controller('report/schedules')
@Allow('TRIMIN', 'COUNTY')
@Unproved('reports are read, not changed')
export class ReportSchedulesController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  list(@CurrentVisit() visit: Visit): Promise<Result<ReportSchedules>> {
    return this.rpc.call(listReportSchedules, {}, { actor: actorOf(visit) });
  }

  @Post('add')
  add(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<{ schedule: string }>> {
    return this.rpc.call(addReportSchedule, parseInput(newReportSchedule, body), { actor: actorOf(visit) });
  }

  @Post('remove')
  remove(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<object>> {
    return this.rpc.call(removeReportSchedule, parseInput(removeScheduleRequest, body), {
      actor: actorOf(visit),
    });
  }
}
