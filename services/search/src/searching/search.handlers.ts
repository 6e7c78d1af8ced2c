import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { runBroadSearch, runSearch } from '@portal/proto/rpc/search';
import { SearchService } from './search.service.js';

@Controller()
export class SearchHandlers {
  constructor(private readonly service: SearchService) {}

  @Handle(runSearch)
  run(input: Parsed<typeof runSearch>, { actor }: Call): Promise<Reply<typeof runSearch>> {
    return this.service.search(input, actor);
  }

  @Handle(runBroadSearch)
  runBroad(input: Parsed<typeof runBroadSearch>, { actor }: Call): Promise<Reply<typeof runBroadSearch>> {
    return this.service.search(input, actor);
  }
}
