import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { removeReportRequest, type ReportJobs } from '@portal/proto/http/report-jobs';
import type { Result } from '@portal/proto/result';
import { listReportJobs, openReportJob, removeReportJob } from '@portal/proto/rpc/county-reports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SENT } from '../answers/answer.interceptor.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { StoredObjectSender } from './stored-object.js';

/** Lists, cancels and downloads the long reports that jobs write for a user. */
@Controller('report/jobs')
@Allow('TRIMIN', 'COUNTY', 'ACCOUNT')
@Unproved('reports are read, not changed')
export class ReportJobsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly objects: StoredObjectSender,
  ) {}

  @Get()
  list(@CurrentVisit() visit: Visit): Promise<Result<ReportJobs>> {
    return this.rpc.call(listReportJobs, {}, { actor: actorOf(visit) });
  }

  @Post('remove')
  remove(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<object>> {
    return this.rpc.call(removeReportJob, parseInput(removeReportRequest, body), { actor: actorOf(visit) });
  }

  @Get('file/:job')
  async file(
    @Param('job') job: string,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const named = parseInput(removeReportRequest, { job });
    const answer = await this.rpc.call(openReportJob, named, { actor: actorOf(visit) });
    return this.objects.downloadWritten(request, reply, answer);
  }
}
