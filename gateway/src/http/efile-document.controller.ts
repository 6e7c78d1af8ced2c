import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { filingCopyPath } from '@portal/proto/http/efile-queue';
import { openFilingCopy } from '@portal/proto/rpc/efile-queue';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SENT } from '../answers/answer.interceptor.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { StoredObjectSender } from './stored-object.js';

/**
 * Sends a filed document and its recorded copy to the office and to the sender; the imaging service decides who may
 * read them.
 */
@Controller('efile')
@Allow('TRIMIN', 'COUNTY', 'ACCOUNT', 'USER')
export class EfileDocumentController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly objects: StoredObjectSender,
  ) {}

  @Get('document/:imageId/:copy')
  async document(
    @Param() path: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const { imageId: filing, copy } = parseInput(filingCopyPath, path);
    const answer = await this.rpc.call(openFilingCopy, { filing, copy }, { actor: actorOf(visit) });
    if (!answer.ok) return refuse(answer.code, answer.params);
    await this.objects.download(request, reply, answer.value);
    return SENT;
  }
}
