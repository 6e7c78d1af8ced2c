import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { keepPicture } from '@portal/proto/rpc/imaging';
import { SitePictureService } from './site-picture.service.js';

@Controller()
export class SitePictureHandlers {
  constructor(private readonly pictures: SitePictureService) {}

  @Handle(keepPicture)
  keep(input: Parsed<typeof keepPicture>, { actor }: Call): Promise<Reply<typeof keepPicture>> {
    return this.pictures.keep(actor, input);
  }
}
