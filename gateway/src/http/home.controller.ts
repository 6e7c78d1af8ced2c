import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { RpcClient } from '@portal/infra/rpc';
import { transactionReportRequest, type HomeContent } from '@portal/proto/http/home';
import { ok, type Result } from '@portal/proto/result';
import { transactionReport } from '@portal/proto/rpc/reports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SENT } from '../answers/answer.interceptor.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Public } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { HomeContentReader } from './home-content.js';
import { StoredObjectSender } from './stored-object.js';

@Controller('home')
export class HomeController {
  constructor(
    private readonly content: HomeContentReader,
    private readonly rpc: RpcClient,
    private readonly objects: StoredObjectSender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the content of the home page (A7-10). */
  @Get('all')
  @Public('the home page is open to all (A1-14)')
  async all(@CurrentVisit() visit: Visit): Promise<Result<HomeContent>> {
    return ok(await this.content.read(visit));
  }

  /** Writes the transactions report as a PDF (A7-15). */
  @Post('transactionReport')
  @Allow('TRIMIN', 'COUNTY', 'ACCOUNT', 'USER')
  async transactionReport(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const today = todayIn(visit.county.timeZone, this.clock);
    const asked = parseInput(transactionReportRequest(today), body);
    const answer = await this.rpc.call(transactionReport, asked, { actor: actorOf(visit) });
    return this.objects.downloadWritten(request, reply, answer);
  }
}
