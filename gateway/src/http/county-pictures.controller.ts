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
 * Accepts slides and the logo from staff. The answer names the file, and the section `sitePictures` determines where it
 * is shown, so that version, editor and time are recorded like those of other settings.
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
