import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  describeDocument,
  getDocumentDetails,
  getLegalDetails,
  getRecordDetails,
  listParcelIds,
} from '@portal/proto/rpc/search';
import { DocumentsService } from './documents.service.js';
import { LegalDetailsService } from './legal-details.service.js';

@Controller()
export class DocumentsHandlers {
  constructor(
    private readonly service: DocumentsService,
    private readonly legals: LegalDetailsService,
  ) {}

  @Handle(getDocumentDetails)
  details(
    { documentKey }: Parsed<typeof getDocumentDetails>,
    { actor }: Call,
  ): Promise<Reply<typeof getDocumentDetails>> {
    return this.service.details(actor, documentKey);
  }

  @Handle(getRecordDetails)
  record(
    { kind, key }: Parsed<typeof getRecordDetails>,
    { actor }: Call,
  ): Promise<Reply<typeof getRecordDetails>> {
    return this.service.recordDetails(actor, kind, key);
  }

  @Handle(getLegalDetails)
  legal(
    { documentKey }: Parsed<typeof getLegalDetails>,
    { actor }: Call,
  ): Promise<Reply<typeof getLegalDetails>> {
    return this.legals.details(actor, documentKey);
  }

  @Handle(listParcelIds)
  parcels(
    { documentKey }: Parsed<typeof listParcelIds>,
    { actor }: Call,
  ): Promise<Reply<typeof listParcelIds>> {
    return this.service.parcelIds(actor, documentKey);
  }

  @Handle(describeDocument)
  describe(
    { documentKey }: Parsed<typeof describeDocument>,
    { actor }: Call,
  ): Promise<Reply<typeof describeDocument>> {
    return this.service.describe(actor.county, documentKey);
  }
}
