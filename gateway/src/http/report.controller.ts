import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import type { OfficeFigures } from '@portal/proto/http/office-figures';
import type { ReportFormat } from '@portal/proto/http/report-jobs';
import {
  reportFlags,
  reportPageRequest,
  reportRequest,
  reportsFor,
  type OfferedReports,
  type ReportName,
  type ReportPage,
} from '@portal/proto/http/reports';
import { ok, type Result } from '@portal/proto/result';
import type { Input } from '@portal/proto/rpc/contract';
import { showOfficeFigures, showReport, startReport, writeReport } from '@portal/proto/rpc/county-reports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SENT } from '../answers/answer.interceptor.js';
import { envelopeOf } from '../answers/envelope.js';
import { parseInput, parseTogether, Refusal } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { StoredObjectSender } from './stored-object.js';

type Answer = Promise<typeof SENT>;

/** The reports below /reports: on screen, as PDF and as a spreadsheet (B11-23). */
@Controller('report')
@Allow('TRIMIN', 'COUNTY', 'ACCOUNT')
@Unproved('nothing is changed')
export class ReportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sections: CountySections,
    private readonly objects: StoredObjectSender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('offered')
  async offered(@CurrentVisit() visit: Visit): Promise<Result<OfferedReports>> {
    const switches = await this.sections.get(visit.county.id, 'reports');
    const { role } = actorOf(visit);
    const reports = reportsFor(role, switches).map((report) => ({
      report,
      countyNote: switches[`${reportFlags[report]}CountyNote`],
    }));
    return ok({ reports });
  }

  /** Returns the figures that the home page shows to staff. */
  @Get('figures')
  @Allow('TRIMIN', 'COUNTY')
  figures(@CurrentVisit() visit: Visit): Promise<Result<OfficeFigures>> {
    return this.rpc.call(showOfficeFigures, {}, { actor: actorOf(visit) });
  }

  @Post('page')
  async page(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<ReportPage>> {
    const [{ report, page, direction }, criteria] = parseTogether(
      reportPageRequest,
      reportRequest(this.todayOf(visit)),
      body,
    );
    return this.rpc.call(showReport, { report, criteria, page, direction }, { actor: actorOf(visit) });
  }

  /** Writes the statement as a PDF (B11-26). */
  @Post('statementReport')
  statement(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendFile('STATEMENT', 'PDF', body, visit, { request, reply });
  }

  /** Writes the account report as a PDF (B11-25). */
  @Post('accountReport')
  account(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendFile('ACCOUNT', 'PDF', body, visit, { request, reply });
  }

  /** Writes the user report as a PDF (B11-24). */
  @Post('userReport')
  user(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendFile('USER', 'PDF', body, visit, { request, reply });
  }

  /** Writes the account type report as a PDF (B11-27). */
  @Post('accountTypeReport')
  @Allow('TRIMIN', 'COUNTY')
  accountType(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendFile('ACCOUNT_TYPE', 'PDF', body, visit, { request, reply });
  }

  /** Writes the statement as a workbook (B11-30). */
  @Post('statementExport')
  exportStatement(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendFile('STATEMENT', 'XLSX', body, visit, { request, reply });
  }

  /** Writes the account report as a workbook (B11-29). */
  @Post('accountExport')
  exportAccount(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendFile('ACCOUNT', 'XLSX', body, visit, { request, reply });
  }

  /** Writes the user report as a workbook (B11-28). */
  @Post('userExport')
  exportUser(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendFile('USER', 'XLSX', body, visit, { request, reply });
  }

  private async sendFile(
    report: ReportName,
    format: ReportFormat,
    body: unknown,
    visit: Visit,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Answer {
    const criteria = parseInput(reportRequest(this.todayOf(visit)), body);
    const asked = { report, format, criteria };
    const answer = await this.rpc.call(writeReport, asked, { actor: actorOf(visit) });
    if (!answer.ok && answer.code === 'REPORT_TOO_LONG') return this.startJob(asked, visit, reply);
    return this.objects.downloadWritten(request, reply, answer);
  }

  /** Answers 202: the report takes too long to wait for, so it becomes a job of the user. */
  private async startJob(asked: Input<typeof startReport>, visit: Visit, reply: FastifyReply): Answer {
    const answer = await this.rpc.call(startReport, asked, { actor: actorOf(visit) });
    if (!answer.ok) throw new Refusal(answer);
    void reply.status(202).send(envelopeOf(answer.value, visit.lockout));
    return SENT;
  }

  private todayOf({ county }: Visit): string {
    return todayIn(county.timeZone, this.clock);
  }
}
