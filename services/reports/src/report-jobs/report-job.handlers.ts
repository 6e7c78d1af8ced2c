import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  listReportJobs,
  openReportJob,
  removeReportJob,
  startReport,
} from '@portal/proto/rpc/county-reports';
import { ReportJobService } from './report-job.service.js';

@Controller()
export class ReportJobHandlers {
  constructor(private readonly jobs: ReportJobService) {}

  @Handle(startReport)
  start(asked: Parsed<typeof startReport>, { actor }: Call): Promise<Reply<typeof startReport>> {
    return this.jobs.start(actor, asked);
  }

  @Handle(listReportJobs)
  list(_input: Parsed<typeof listReportJobs>, { actor }: Call): Promise<Reply<typeof listReportJobs>> {
    return this.jobs.list(actor);
  }

  @Handle(removeReportJob)
  remove({ job }: Parsed<typeof removeReportJob>, { actor }: Call): Promise<Reply<typeof removeReportJob>> {
    return this.jobs.remove(actor, job);
  }

  @Handle(openReportJob)
  open({ job }: Parsed<typeof openReportJob>, { actor }: Call): Promise<Reply<typeof openReportJob>> {
    return this.jobs.open(actor, job);
  }
}
