import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { showOfficeFigures, showReport, writeReport } from '@portal/proto/rpc/county-reports';
import { OfficeFiguresService } from './office-figures.service.js';
import { ReportFiles } from './report-file.service.js';
import { ReportService } from './report.service.js';

@Controller()
export class ReportHandlers {
  constructor(
    private readonly reports: ReportService,
    private readonly files: ReportFiles,
    private readonly figures: OfficeFiguresService,
  ) {}

  @Handle(showReport)
  show(request: Parsed<typeof showReport>, { actor }: Call): Promise<Reply<typeof showReport>> {
    return this.reports.show(actor, request);
  }

  @Handle(writeReport)
  write(request: Parsed<typeof writeReport>, { actor }: Call): Promise<Reply<typeof writeReport>> {
    return this.files.write(actor, request);
  }

  @Handle(showOfficeFigures)
  office(
    _input: Parsed<typeof showOfficeFigures>,
    { actor }: Call,
  ): Promise<Reply<typeof showOfficeFigures>> {
    return this.figures.read(actor);
  }
}
