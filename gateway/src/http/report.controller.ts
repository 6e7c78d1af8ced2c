import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
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
import { readReport, showReport, writeReport, type ReportPlace } from '@portal/proto/rpc/county-reports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SENT } from '../answers/answer.interceptor.js';
import { parseInput, parseTogether, Refusal } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { sendWorkbook } from '../spreadsheet/send-workbook.js';
import { reportSheet, sheetNames, type SheetReport } from './report-sheet.js';
import { StoredObjectSender } from './stored-object.js';

type Answer = Promise<typeof SENT>;

/** The reports of /reports: on screen, as PDF, and as a spreadsheet that is read and sent in parts (B11-23). */
@Controller('report')
@Allow('TRIMIN', 'COUNTY', 'ACCOUNT')
@Unproved('nothing is changed')
export class ReportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sections: CountySections,
    private readonly catalogue: Catalogue,
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

  @Post('page')
  async page(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<ReportPage>> {
    const [{ report, page, direction }, criteria] = parseTogether(
      reportPageRequest,
      reportRequest(this.todayOf(visit)),
      body,
    );
    return this.rpc.call(showReport, { report, criteria, page, direction }, { actor: actorOf(visit) });
  }

  /** B11-26. */
  @Post('statementReport')
  statement(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendPdf('STATEMENT', body, visit, { request, reply });
  }

  /** B11-25. */
  @Post('accountReport')
  account(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendPdf('ACCOUNT', body, visit, { request, reply });
  }

  /** B11-24. */
  @Post('userReport')
  user(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendPdf('USER', body, visit, { request, reply });
  }

  /** B11-27. */
  @Post('accountTypeReport')
  @Allow('TRIMIN', 'COUNTY')
  accountType(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Answer {
    return this.sendPdf('ACCOUNT_TYPE', body, visit, { request, reply });
  }

  /** B11-30. */
  @Post('statementExport')
  exportStatement(@Body() body: unknown, @CurrentVisit() visit: Visit, @Res() reply: FastifyReply): Answer {
    return this.sendSheet('STATEMENT', body, visit, reply);
  }

  /** B11-29. */
  @Post('accountExport')
  exportAccount(@Body() body: unknown, @CurrentVisit() visit: Visit, @Res() reply: FastifyReply): Answer {
    return this.sendSheet('ACCOUNT', body, visit, reply);
  }

  /** B11-28. */
  @Post('userExport')
  exportUser(@Body() body: unknown, @CurrentVisit() visit: Visit, @Res() reply: FastifyReply): Answer {
    return this.sendSheet('USER', body, visit, reply);
  }

  private async sendPdf(
    report: ReportName,
    body: unknown,
    visit: Visit,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Answer {
    const criteria = parseInput(reportRequest(this.todayOf(visit)), body);
    const answer = await this.rpc.call(writeReport, { report, criteria }, { actor: actorOf(visit) });
    if (!answer.ok) throw new Refusal(answer);
    await this.objects.download(request, reply, { ...answer.value, etag: answer.value.objectKey });
    return SENT;
  }

  private async sendSheet(report: SheetReport, body: unknown, visit: Visit, reply: FastifyReply): Answer {
    const criteria = parseInput(reportRequest(this.todayOf(visit)), body);
    const read = async (after: ReportPlace | null) => {
      const answer = await this.rpc.call(readReport, { report, criteria, after }, { actor: actorOf(visit) });
      if (!answer.ok) throw new Refusal(answer);
      return answer.value;
    };
    // refused before the file begins
    const first = await read(null);
    const parts = (async function* () {
      for (let part = first; ; part = await read(part.next)) {
        yield part.rows;
        if (part.next === null) return;
      }
    })();
    const sheet = reportSheet(report, parts, { catalogue: this.catalogue, timeZone: visit.county.timeZone });
    await sendWorkbook(reply, sheetNames[report], sheet);
    return SENT;
  }

  private todayOf({ county }: Visit): string {
    return todayIn(county.timeZone, this.clock);
  }
}
