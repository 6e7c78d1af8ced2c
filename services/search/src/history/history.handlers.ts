import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { ok } from '@portal/proto/result';
import { listHistory } from '@portal/proto/rpc/search';
import { SearchHistory } from './search-history.js';

@Controller()
export class HistoryHandlers {
  constructor(private readonly history: SearchHistory) {}

  @Handle(listHistory)
  async list(_: object, { actor }: Call): Promise<Reply<typeof listHistory>> {
    return ok(await this.history.list(actor));
  }
}
