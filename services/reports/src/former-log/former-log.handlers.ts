import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { addLs1Entries, deleteLs1Entries } from '@portal/proto/rpc/ls1-migration';
import { FormerLogService } from './former-log.service.js';

@Controller()
export class FormerLogHandlers {
  constructor(private readonly log: FormerLogService) {}

  @Handle(addLs1Entries)
  add(addition: Parsed<typeof addLs1Entries>, { actor }: Call): Promise<Reply<typeof addLs1Entries>> {
    return this.log.add(actor, addition);
  }

  @Handle(deleteLs1Entries)
  remove(range: Parsed<typeof deleteLs1Entries>, { actor }: Call): Promise<Reply<typeof deleteLs1Entries>> {
    return this.log.remove(actor, range);
  }
}
