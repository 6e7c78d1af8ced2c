import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { readReport, showReport, writeReport } from '@portal/proto/rpc/county-reports';
import { ReportPdf } from './report-pdf.service.js';
import { ReportService } from './report.service.js';

@Controller()
export class ReportHandlers {
  constructor(
    private readonly reports: ReportService,
    private readonly pdf: ReportPdf,
  ) {}

  @Handle(showReport)
  show(request: Parsed<typeof showReport>, { actor }: Call): Promise<Reply<typeof showReport>> {
    return this.reports.show(actor, request);
  }

  @Handle(readReport)
  read(request: Parsed<typeof readReport>, { actor }: Call): Promise<Reply<typeof readReport>> {
    return this.reports.read(actor, request);
  }

  @Handle(writeReport)
  write(request: Parsed<typeof writeReport>, { actor }: Call): Promise<Reply<typeof writeReport>> {
    return this.pdf.write(actor, request);
  }
}
