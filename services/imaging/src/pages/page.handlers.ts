import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { describePages } from '@portal/proto/rpc/imaging';
import { PageService } from './page.service.js';

@Controller()
export class PageHandlers {
  constructor(private readonly pages: PageService) {}

  @Handle(describePages)
  describe(
    { documentKey }: Parsed<typeof describePages>,
    { actor }: Call,
  ): Promise<Reply<typeof describePages>> {
    return this.pages.describe(actor, documentKey);
  }
}
