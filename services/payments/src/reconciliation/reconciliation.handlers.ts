import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { listReconciliation, noteFinding, reconcileNow } from '@portal/proto/rpc/payments';
import { ReconciliationNow } from './reconciliation-now.js';
import { ReconciliationReport } from './report.service.js';

@Controller()
export class ReconciliationHandlers {
  constructor(
    private readonly report: ReconciliationReport,
    private readonly now: ReconciliationNow,
  ) {}

  @Handle(listReconciliation)
  list(input: Parsed<typeof listReconciliation>, { actor }: Call): Promise<Reply<typeof listReconciliation>> {
    return this.report.list(actor, input);
  }

  @Handle(noteFinding)
  note(input: Parsed<typeof noteFinding>, { actor }: Call): Promise<Reply<typeof noteFinding>> {
    return this.report.note(actor, input);
  }

  @Handle(reconcileNow)
  run(_input: Parsed<typeof reconcileNow>, { actor }: Call): Promise<Reply<typeof reconcileNow>> {
    return this.now.run(actor);
  }
}
