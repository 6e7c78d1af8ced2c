import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { showReport, writeReport } from '@portal/proto/rpc/county-reports';
import { ReportFiles } from './report-file.service.js';
import { ReportService } from './report.service.js';

@Controller()
export class ReportHandlers {
  constructor(
    private readonly reports: ReportService,
    private readonly files: ReportFiles,
  ) {}

  @Handle(showReport)
  show(request: Parsed<typeof showReport>, { actor }: Call): Promise<Reply<typeof showReport>> {
    return this.reports.show(actor, request);
  }

  @Handle(writeReport)
  write(request: Parsed<typeof writeReport>, { actor }: Call): Promise<Reply<typeof writeReport>> {
    return this.files.write(actor, request);
  }
}
