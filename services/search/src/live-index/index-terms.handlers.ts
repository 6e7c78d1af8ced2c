import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { getIndexTerms } from '@portal/proto/rpc/search';
import { IndexTermsService } from './index-terms.service.js';

@Controller()
export class IndexTermsHandlers {
  constructor(private readonly service: IndexTermsService) {}

  @Handle(getIndexTerms)
  get(_: object, { actor }: Call): Promise<Reply<typeof getIndexTerms>> {
    return this.service.terms(actor.county);
  }
}
