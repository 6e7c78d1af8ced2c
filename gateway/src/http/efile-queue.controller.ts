import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import { isoDay } from '@portal/proto/dates';
import {
  claimRequest,
  clockTime,
  queuedFiling,
  queuedPagePath,
  queuePageSize,
  queueRequest,
  recordRequest,
  returnRequest,
  type QueueAnswer,
  type QueuedDetails,
} from '@portal/proto/http/efile-queue';
import { ok, type Result } from '@portal/proto/result';
import {
  askCorrection,
  claimFiling,
  listQueue,
  openFilingPage,
  recordFiling,
  rejectFiling,
  releaseFiling,
  viewFiling,
  type OfficeFiling,
} from '@portal/proto/rpc/efile-queue';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SENT } from '../answers/answer.interceptor.js';
import { Told } from '../answers/envelope.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { QueueTexts } from './efile-queue-texts.js';
import { StoredObjectSender } from './stored-object.js';

const reads = 'it reads';
const claims = 'nothing is decided yet';
const decides =
  'a clerk decides about many documents an hour, and the fee is the one that the sender accepted';

/** The office's queue of e-filed documents. The imaging service decides what is allowed. */
@Controller('efileQueue')
@Allow('TRIMIN', 'COUNTY')
export class EfileQueueController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly objects: StoredObjectSender,
  ) {}

  @Post('list')
  @Unproved(reads)
  async list(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<QueueAnswer>> {
    const { page, ...list } = parseInput(queueRequest, body);
    const asked = { ...list, offset: (page - 1) * queuePageSize, limit: queuePageSize };
    const answer = await this.rpc.call(listQueue, asked, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const { filings, total } = answer.value;
    return ok({ rows: filings.map((filing) => this.texts(visit).row(filing)), total });
  }

  @Post('details')
  @Unproved(reads)
  async details(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<QueuedDetails>> {
    const { imageId: filing } = parseInput(queuedFiling, body);
    return this.looked(visit, await this.rpc.call(viewFiling, { filing }, { actor: actorOf(visit) }));
  }

  @Post('claim')
  @Unproved(claims)
  async claim(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<QueuedDetails>> {
    const { imageId: filing, over } = parseInput(claimRequest, body);
    return this.looked(visit, await this.rpc.call(claimFiling, { filing, over }, { actor: actorOf(visit) }));
  }

  @Post('release')
  @Unproved(claims)
  async release(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<QueuedDetails>> {
    const { imageId: filing } = parseInput(queuedFiling, body);
    return this.looked(visit, await this.rpc.call(releaseFiling, { filing }, { actor: actorOf(visit) }));
  }

  @Post('record')
  @Unproved(decides)
  async record(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { imageId, recordedDate, recordedTime, ...recorded } = parseInput(recordRequest, body);
    const [date, time] = [isoDay(recordedDate), clockTime(recordedTime)];
    if (date === undefined || time === undefined) return refuse('INVALID_INPUT');
    const asked = { ...recorded, filing: imageId, date, time };
    return this.told(visit, await this.rpc.call(recordFiling, asked, { actor: actorOf(visit) }));
  }

  @Post('reject')
  @Unproved(decides)
  async reject(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { imageId: filing, ...why } = parseInput(returnRequest, body);
    return this.told(visit, await this.rpc.call(rejectFiling, { filing, ...why }, { actor: actorOf(visit) }));
  }

  @Post('askCorrection')
  @Unproved(decides)
  async ask(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { imageId: filing, ...why } = parseInput(returnRequest, body);
    return this.told(
      visit,
      await this.rpc.call(askCorrection, { filing, ...why }, { actor: actorOf(visit) }),
    );
  }

  /** Sends a page image; each request is authorized. */
  @Get('page/:imageId/:page')
  async page(
    @Param() path: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const { imageId: filing, page } = parseInput(queuedPagePath, path);
    const answer = await this.rpc.call(openFilingPage, { filing, page }, { actor: actorOf(visit) });
    if (!answer.ok) return refuse(answer.code, answer.params);
    await this.objects.send(request, reply, answer.value);
    return SENT;
  }

  private looked(
    visit: Visit,
    answer: Result<{ filing: OfficeFiling; reasons: string[] }>,
  ): Result<QueuedDetails> {
    return answer.ok ? ok(this.texts(visit).details(answer.value.filing, answer.value.reasons)) : answer;
  }

  private told(visit: Visit, answer: Result<OfficeFiling>): Result<unknown> {
    if (!answer.ok) return answer;
    const row = this.texts(visit).row(answer.value);
    return ok(new Told(row, messages[answer.value.state]));
  }

  private texts(visit: Visit): QueueTexts {
    return new QueueTexts(this.catalogue, actorOf(visit).language);
  }
}

/** The message to the clerk after a decision, by the new state of the filing. */
const messages: Readonly<Record<OfficeFiling['state'], string>> = {
  ...{ SUBMITTED: 'filings:moved', IN_REVIEW: 'filings:moved', WITHDRAWING: 'filings:moved' },
  ...{ WITHDRAWN: 'filings:moved', RECORDING: 'filings:told.recording', RECORDED: 'filings:told.recorded' },
  ...{ REJECTING: 'filings:told.rejecting', REJECTED: 'filings:told.rejected' },
  CORRECTION_ASKED: 'filings:told.asked',
};
