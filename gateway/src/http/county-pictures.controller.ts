import { Controller, Param, Post, Req } from '@nestjs/common';
import type { Result } from '@portal/proto/result';
import { uploadedPictureKind } from '@portal/proto/http/county-config';
import type { KeptPicture } from '@portal/proto/site-pictures';
import type { FastifyRequest } from 'fastify';
import { parseInput } from '../answers/refusal.js';
import { pictureOf, TakesPicture } from '../edge/picture-body.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { PictureUploads } from './picture-uploads.js';

/**
 * Accepts slides and the logo from staff. The answer names the file. The section `sitePictures` determines where the
 * file is shown, so a change of pictures is stored with version, editor and time, like any other change of settings.
 */
@Controller('controlPanel/countyPictures')
@Allow('TRIMIN', 'COUNTY')
export class CountyPicturesController {
  constructor(private readonly uploads: PictureUploads) {}

  @Post(':kind')
  @Unproved('a picture is shown only when its section is saved')
  @TakesPicture()
  async upload(
    @Param() path: unknown,
    @Req() request: FastifyRequest,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<KeptPicture>> {
    const { kind } = parseInput(uploadedPictureKind, path);
    return this.uploads.keep(actorOf(visit), kind, await pictureOf(request));
  }
}
