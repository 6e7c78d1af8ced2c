import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import {
  downloadRequest,
  imageStateReference,
  type DownloadOrder,
  type PaymentAnswer,
} from '@portal/proto/http/orders';
import { ok, type Result } from '@portal/proto/result';
import {
  cancelImageState,
  computeOrder,
  payOrder,
  recomputeOrder,
  type Quote,
} from '@portal/proto/rpc/payments';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { balanceText } from '../answers/amounts.js';
import { SENT } from '../answers/answer.interceptor.js';
import { Catalogue } from '@portal/infra/catalogue';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, everyone } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { FeeScheduleWriter } from './fee-schedule.js';
import { imageAnswerStream } from './image-answer.js';
import { PaidPdf } from './paid-pdf.js';
import { StoredObjectSender } from './stored-object.js';

@Controller('imaging')
@Allow(...everyone)
export class OrdersController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly balance: UsageBalance,
    private readonly objects: StoredObjectSender,
    private readonly paid: PaidPdf,
  ) {}

  @Post('computeDownloadOrder')
  async compute(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<DownloadOrder>> {
    const input = parseInput(downloadRequest, body);
    return this.order(visit, await this.rpc.call(computeOrder, input, { actor: actorOf(visit) }));
  }

  @Post('recomputeDownloadOrder')
  async recompute(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<DownloadOrder>> {
    const input = parseInput(imageStateReference, body);
    return this.order(visit, await this.rpc.call(recomputeOrder, input, { actor: actorOf(visit) }));
  }

  @Post('cancelImageState')
  cancel(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<object>> {
    return this.rpc.call(cancelImageState, parseInput(imageStateReference, body), { actor: actorOf(visit) });
  }

  @Post('payDownloadOrder')
  async pay(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<PaymentAnswer>> {
    const actor = actorOf(visit);
    const answer = await this.rpc.call(payOrder, parseInput(imageStateReference, body), { actor });
    if (!answer.ok) return answer;
    this.balance.forgetOf(visit);
    const { status, balance } = answer.value;
    return ok({
      status,
      usageBalanceResult: { usageBalance: balanceText(this.catalogue, actor.language, balance) },
    });
  }

  /** Sends the PDF in base64, as the specification requires (A10-09). `download` sends the same PDF as a file. */
  @Post('getImage')
  async image(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const { object, preview, fileName } = await this.paid.open(visit, parseInput(imageStateReference, body));
    const pdf = object && (await this.objects.read(object));
    void reply
      .status(200)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store');
    void reply.send(imageAnswerStream({ pdf, preview, fileName, lockout: visit.lockout }));
    return SENT;
  }

  @Get('download/:imageStateGuid')
  async download(
    @Param() path: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const { object, fileName } = await this.paid.open(visit, parseInput(imageStateReference, path));
    if (!object) return refuse('DOWNLOAD_NOT_ALLOWED');
    const file = { ...object, etag: object.sha256, contentType: 'application/pdf', fileName };
    await this.objects.download(request, reply, file);
    return SENT;
  }

  private order(visit: Visit, answer: Result<Quote>): Result<DownloadOrder> {
    if (!answer.ok) return answer;
    return ok(new FeeScheduleWriter(this.catalogue, actorOf(visit).language, answer.value).order());
  }
}
