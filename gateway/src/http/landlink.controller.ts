import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import {
  landLinkFileRequest,
  landLinkFilesRequest,
  type LandLinkFilesPage,
} from '@portal/proto/http/landlink';
import { ok, type Result } from '@portal/proto/result';
import { landLinkFilesAtOnce, listLandLinkFiles, openLandLinkFile } from '@portal/proto/rpc/landlink';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { amountText } from '../answers/amounts.js';
import { SENT } from '../answers/answer.interceptor.js';
import { parseInput, Refusal } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { StoredObjectSender } from './stored-object.js';

/** Lists and downloads the daily files of postings for LandLink, for the county's staff. */
@Controller('controlPanel/landLinkFiles')
@Allow('TRIMIN', 'COUNTY')
export class LandLinkController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly objects: StoredObjectSender,
  ) {}

  @Post()
  @Unproved('it reads')
  async list(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<LandLinkFilesPage>> {
    const actor = actorOf(visit);
    const answer = await this.rpc.call(listLandLinkFiles, parseInput(landLinkFilesRequest, body), { actor });
    if (!answer.ok) return answer;
    const usd = (cents: number): string => amountText(this.catalogue, actor.language, 'USD', cents);
    const files = answer.value.files.map(({ credits, debits, ...file }) => ({
      ...file,
      ...{ credits: usd(credits), debits: usd(debits), sum: usd(credits + debits) },
    }));
    return ok({ total: answer.value.total, pageSize: landLinkFilesAtOnce, files });
  }

  @Get(':day')
  async file(
    @Param('day') day: string,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const answer = await this.rpc.call(openLandLinkFile, parseInput(landLinkFileRequest, { day }), {
      actor: actorOf(visit),
    });
    if (!answer.ok) throw new Refusal(answer);
    await this.objects.download(request, reply, { ...answer.value, etag: answer.value.sha256 });
    return SENT;
  }
}
