import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { searchByDocumentNumber, searchByName, searchByNameBroad } from '@portal/proto/rpc/search';
import { SearchService } from './search.service.js';

@Controller()
export class SearchHandlers {
  constructor(private readonly service: SearchService) {}

  @Handle(searchByName)
  byName(
    { criteria, paging }: Parsed<typeof searchByName>,
    { actor }: Call,
  ): Promise<Reply<typeof searchByName>> {
    return this.service.byName(criteria, paging, actor);
  }

  @Handle(searchByNameBroad)
  byNameBroad(
    { criteria, paging }: Parsed<typeof searchByNameBroad>,
    { actor }: Call,
  ): Promise<Reply<typeof searchByNameBroad>> {
    return this.service.byName(criteria, paging, actor);
  }

  @Handle(searchByDocumentNumber)
  byDocumentNumber(
    { criteria, paging }: Parsed<typeof searchByDocumentNumber>,
    { actor }: Call,
  ): Promise<Reply<typeof searchByDocumentNumber>> {
    return this.service.byDocumentNumber(criteria, paging, actor);
  }
}
