import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { transactionReport } from '@portal/proto/rpc/reports';
import { TransactionReportService } from './transaction-report.service.js';

@Controller()
export class TransactionReportHandlers {
  constructor(private readonly reports: TransactionReportService) {}

  @Handle(transactionReport)
  report(
    request: Parsed<typeof transactionReport>,
    { actor }: Call,
  ): Promise<Reply<typeof transactionReport>> {
    return this.reports.report(actor, request);
  }
}
