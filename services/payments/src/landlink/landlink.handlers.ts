import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { listLandLinkFiles, openLandLinkFile } from '@portal/proto/rpc/landlink';
import { LandLinkService } from './landlink.service.js';

@Controller()
export class LandLinkHandlers {
  constructor(private readonly landLink: LandLinkService) {}

  @Handle(listLandLinkFiles)
  list(
    { page }: Parsed<typeof listLandLinkFiles>,
    { actor }: Call,
  ): Promise<Reply<typeof listLandLinkFiles>> {
    return this.landLink.list(actor, page);
  }

  @Handle(openLandLinkFile)
  open({ day }: Parsed<typeof openLandLinkFile>, { actor }: Call): Promise<Reply<typeof openLandLinkFile>> {
    return this.landLink.open(actor, day);
  }
}
