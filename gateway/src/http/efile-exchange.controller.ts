import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import { zipOf, type ZipPart } from '@portal/infra/spreadsheet';
import {
  packagePath,
  packageRequest,
  type ExchangeAnswer,
  type PackageMade,
} from '@portal/proto/http/efile-exchange';
import { ok, type Result } from '@portal/proto/result';
import {
  listExchangeAnswers,
  makePackage,
  openPackage,
  type PackedFile,
} from '@portal/proto/rpc/efile-exchange';
import type { FastifyReply } from 'fastify';
import { SENT } from '../answers/answer.interceptor.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { StoredObjectSender } from './stored-object.js';
import { sendStreamed } from './streamed-file.js';

/** Exchanges submissions with the office's land system; the imaging service decides who may do so. */
@Controller('efileQueue')
@Allow('TRIMIN', 'COUNTY')
export class EfileExchangeController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly objects: StoredObjectSender,
  ) {}

  @Get('exchange')
  async exchange(@CurrentVisit() visit: Visit): Promise<Result<ExchangeAnswer>> {
    const actor = actorOf(visit);
    const answer = await this.rpc.call(listExchangeAnswers, {}, { actor });
    if (!answer.ok) return answer;
    const answers = answer.value.answers.map(({ why, ...told }) => ({
      ...told,
      why: why.map((each) => this.catalogue.text(actor.language, each)),
    }));
    return ok({ ...answer.value, answers });
  }

  @Post('package')
  @Unproved('nothing is decided yet')
  make(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<PackageMade>> {
    const { imageId, from, to } = parseInput(packageRequest, body);
    const asked = imageId === null ? { filing: null, from, to } : { filing: imageId, from: null, to: null };
    return this.rpc.call(makePackage, asked, { actor: actorOf(visit) });
  }

  /** Builds the package while it is sent, so that neither the package nor a document is in memory as a whole. */
  @Get('package/:packageId')
  async package(
    @Param() path: unknown,
    @CurrentVisit() visit: Visit,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const answer = await this.rpc.call(openPackage, parseInput(packagePath, path), { actor: actorOf(visit) });
    if (!answer.ok) return refuse(answer.code, answer.params);
    const { fileName, xml, files } = answer.value;
    const parts = [{ name: 'package.xml', content: [xml] }, ...files.map((file) => this.part(file))];
    await sendStreamed(reply, { fileName, contentType: 'application/zip', bytes: zipOf(parts) });
    return SENT;
  }

  /** Returns the part of the ZIP file that contains `file`. Opens `file` only after the previous part has been sent. */
  private part(file: PackedFile): ZipPart {
    const { objects } = this;
    const content = async function* (): AsyncGenerator<Uint8Array> {
      yield* (await objects.read(file)) as AsyncIterable<Uint8Array>;
    };
    return { name: file.name, content: content() };
  }
}
