import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { verifyAudit } from '@portal/proto/rpc/reports';
import { AuditService } from './audit.service.js';

@Controller()
export class AuditHandlers {
  constructor(private readonly audit: AuditService) {}

  @Handle(verifyAudit)
  verify({ whole }: Parsed<typeof verifyAudit>, { actor }: Call): Promise<Reply<typeof verifyAudit>> {
    return this.audit.verify(actor, whole);
  }
}
