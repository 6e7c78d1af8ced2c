import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { listPlats } from '@portal/proto/rpc/search';
import { PlatsService } from './plats.service.js';

@Controller()
export class PlatsHandlers {
  constructor(private readonly service: PlatsService) {}

  @Handle(listPlats)
  list(input: Parsed<typeof listPlats>, { actor }: Call): Promise<Reply<typeof listPlats>> {
    return this.service.list(actor.county, input);
  }
}
