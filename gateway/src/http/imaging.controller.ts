import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import {
  previewSettingsRequest,
  renditionPath,
  thumbnailsRequest,
  type PagesSelected,
  type ThumbnailsAnswer,
  type ZoomDescription,
} from '@portal/proto/http/imaging';
import { ok, type Result } from '@portal/proto/result';
import {
  describeZoom,
  getThumbnails,
  openRendition,
  openTile,
  updatePreviewSettings,
} from '@portal/proto/rpc/imaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SENT } from '../answers/answer.interceptor.js';
import { Catalogue } from '@portal/infra/catalogue';
import { parseInput, refuse } from '../answers/refusal.js';
import { ReadingLimits } from '../edge/reading-limits.js';
import { Allow, everyone } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { StoredObjectSender } from './stored-object.js';
import { pagePath, tilePath } from './imaging-paths.js';
import { previewTitles } from './preview-titles.js';

@Controller('imaging')
@Allow(...everyone)
export class ImagingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly objects: StoredObjectSender,
    private readonly limits: ReadingLimits,
  ) {}

  /** Returns thumbnails with the page selection (A9-37, A9-39). */
  @Post('getThumbnails')
  async thumbnails(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<ThumbnailsAnswer>> {
    const input = parseInput(thumbnailsRequest, body);
    const actor = actorOf(visit);
    const answer = await this.rpc.call(getThumbnails, input, { actor });
    if (!answer.ok) return answer;
    const { documentNumber, documentType } = input;
    const documentKey = documentType + documentNumber;
    const { pageCount, pagesSelected, thumbnails } = answer.value;
    await this.limits.count(
      visit,
      documentKey,
      thumbnails.map(({ page }) => page),
    );
    const header = {
      documentNumber,
      documentType,
      pageCount,
      ...previewTitles(this.catalogue, actor.language, documentKey),
    };
    return ok({ header, pagesSelected, thumbnails });
  }

  /** Changes the page selection (A9-38). */
  @Post('updateImagePreviewSettings')
  previewSettings(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<PagesSelected>> {
    const input = parseInput(previewSettingsRequest, body);
    return this.rpc.call(updatePreviewSettings, input, { actor: actorOf(visit) });
  }

  @Get('document/:documentKey/page/:page/zoom')
  zoom(@Param() path: unknown, @CurrentVisit() visit: Visit): Promise<Result<ZoomDescription>> {
    return this.rpc.call(describeZoom, parseInput(pagePath, path), { actor: actorOf(visit) });
  }

  @Get('document/:documentKey/page/:page/tile/:level/:column/:row')
  async tile(
    @Param() path: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const at = parseInput(tilePath, path);
    const answer = await this.rpc.call(openTile, at, { actor: actorOf(visit) });
    if (!answer.ok) return refuse(answer.code, answer.params);
    await this.limits.count(visit, at.documentKey, [at.page]);
    await this.objects.send(request, reply, answer.value);
    return SENT;
  }

  /**
   * Sends a preview. Each request is authorized: knowing a hash or a URL gives no access (imaging/DESIGN.md#previews).
   */
  @Get('document/:documentKey/page/:page/:size')
  async rendition(
    @Param() path: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const at = parseInput(renditionPath, path);
    const answer = await this.rpc.call(openRendition, at, { actor: actorOf(visit) });
    if (!answer.ok) return refuse(answer.code, answer.params);
    await this.limits.count(visit, at.documentKey, [at.page]);
    await this.objects.send(request, reply, answer.value);
    return SENT;
  }
}
