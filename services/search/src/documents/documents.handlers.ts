import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { describeDocument, getDocumentDetails } from '@portal/proto/rpc/search';
import { DocumentsService } from './documents.service.js';

@Controller()
export class DocumentsHandlers {
  constructor(private readonly service: DocumentsService) {}

  @Handle(getDocumentDetails)
  details(
    { documentKey }: Parsed<typeof getDocumentDetails>,
    { actor }: Call,
  ): Promise<Reply<typeof getDocumentDetails>> {
    return this.service.details(actor.county, documentKey);
  }

  @Handle(describeDocument)
  describe(
    { documentKey }: Parsed<typeof describeDocument>,
    { actor }: Call,
  ): Promise<Reply<typeof describeDocument>> {
    return this.service.describe(actor.county, documentKey);
  }
}
