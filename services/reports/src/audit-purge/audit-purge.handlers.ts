import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { checkAuditPurge, getAuditPurge, listPurgedRecords } from '@portal/proto/rpc/audit-purge';
import type { Parsed } from '@portal/proto/rpc/contract';
import { AuditPurgeService } from './audit-purge.service.js';

@Controller()
export class AuditPurgeHandlers {
  constructor(private readonly purges: AuditPurgeService) {}

  @Handle(checkAuditPurge)
  check(_input: Parsed<typeof checkAuditPurge>, { actor }: Call): Promise<Reply<typeof checkAuditPurge>> {
    return this.purges.check(actor);
  }

  @Handle(getAuditPurge)
  standing(_input: Parsed<typeof getAuditPurge>, { actor }: Call): Promise<Reply<typeof getAuditPurge>> {
    return this.purges.standing(actor);
  }

  @Handle(listPurgedRecords)
  list(input: Parsed<typeof listPurgedRecords>, { actor }: Call): Promise<Reply<typeof listPurgedRecords>> {
    return this.purges.list(actor, input);
  }
}
