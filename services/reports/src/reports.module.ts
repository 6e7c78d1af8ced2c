import { Module } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CountyConfigModule } from '@portal/infra/county-config';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { JobsModule } from '@portal/infra/jobs';
import { RpcModule } from '@portal/infra/rpc';
import { StorageModule } from '@portal/infra/storage';
import { ActivityRecorder } from './activity/activity.recorder.js';
import { ActivityRefill } from './activity/activity.refill.js';
import { ActivityRepository } from './activity/activity.repository.js';
import { PurgedLines } from './activity/purged-lines.js';
import { AnchorService } from './audit/anchor.service.js';
import { ArchiveReader } from './audit/archive.reader.js';
import { AuditHandlers } from './audit/audit.handlers.js';
import { AuditRecorder } from './audit/audit.recorder.js';
import { AuditRepository } from './audit/audit.repository.js';
import { AuditService } from './audit/audit.service.js';
import { CheckpointRepository } from './audit/checkpoint.repository.js';
import { AuditPurgeBegin } from './audit-purge/audit-purge.begin.js';
import { AuditPurgeParts } from './audit-purge/audit-purge.parts.js';
import { AuditPurgeHandlers } from './audit-purge/audit-purge.handlers.js';
import { AuditPurgeRepository } from './audit-purge/audit-purge.repository.js';
import { AuditPurgeSchedule } from './audit-purge/audit-purge.schedule.js';
import { AuditPurgeService } from './audit-purge/audit-purge.service.js';
import { AuditPurgeSteps } from './audit-purge/audit-purge.steps.js';
import { AuditPurgeWorker } from './audit-purge/audit-purge.worker.js';
import { OfficeFiguresService } from './county-reports/office-figures.service.js';
import { ReportHandlers } from './county-reports/report.handlers.js';
import { ReportFiles } from './county-reports/report-file.service.js';
import { ReportRepository } from './county-reports/report.repository.js';
import { ReportService } from './county-reports/report.service.js';
import { ExportFiles } from './exports/export-files.js';
import { ExportHandlers } from './exports/export.handlers.js';
import { ExportService } from './exports/export.service.js';
import { FoundRecordsReader } from './exports/found-records.reader.js';
import { ListingWriter } from './exports/listing.writer.js';
import { FormerLogHandlers } from './former-log/former-log.handlers.js';
import { FormerLogRepository } from './former-log/former-log.repository.js';
import { FormerLogService } from './former-log/former-log.service.js';
import { OfficeReceiptService } from './receipts/office-receipt.service.js';
import { ReceiptHandlers } from './receipts/receipt.handlers.js';
import { ReceiptService } from './receipts/receipt.service.js';
import { ReportJobHandlers } from './report-jobs/report-job.handlers.js';
import { ReportJobRemoval } from './report-jobs/report-job.removal.js';
import { ReportJobRepository } from './report-jobs/report-job.repository.js';
import { ReportJobService } from './report-jobs/report-job.service.js';
import { ReportJobWorker } from './report-jobs/report-job.worker.js';
import { ReportJobWriter } from './report-jobs/report-job.writer.js';
import { DueReports } from './report-schedules/due-reports.js';
import { ScheduleOwners } from './report-schedules/schedule-owners.js';
import { ReportScheduleHandlers } from './report-schedules/report-schedule.handlers.js';
import { ReportScheduleRepository } from './report-schedules/report-schedule.repository.js';
import { ReportScheduleService } from './report-schedules/report-schedule.service.js';
import { ReportScheduleWorker } from './report-schedules/report-schedule.worker.js';
import { tables } from './tables.js';
import { TransactionReader } from './transactions/transaction-reader.js';
import { TransactionReportHandlers } from './transactions/transaction-report.handlers.js';
import { TransactionReportService } from './transactions/transaction-report.service.js';

@Module({
  imports: [
    DatabaseModule.forService(tables),
    RpcModule.forService('reports'),
    EventsModule.forService('reports'),
    CountyConfigModule.forService('reports'),
    JobsModule.forService('reports'),
    StorageModule,
  ],
  controllers: [
    AuditHandlers,
    AuditPurgeHandlers,
    ExportHandlers,
    TransactionReportHandlers,
    ReceiptHandlers,
    ReportHandlers,
    FormerLogHandlers,
    ReportJobHandlers,
    ReportScheduleHandlers,
  ],
  providers: [
    ActivityRecorder,
    ActivityRefill,
    ActivityRepository,
    AnchorService,
    ArchiveReader,
    AuditPurgeBegin,
    AuditPurgeParts,
    AuditPurgeRepository,
    AuditPurgeSchedule,
    AuditPurgeService,
    AuditPurgeSteps,
    AuditPurgeWorker,
    AuditRecorder,
    AuditRepository,
    AuditService,
    Catalogue,
    CheckpointRepository,
    DueReports,
    ExportFiles,
    ExportService,
    FormerLogRepository,
    FormerLogService,
    ScheduleOwners,
    FoundRecordsReader,
    ListingWriter,
    OfficeFiguresService,
    OfficeReceiptService,
    PurgedLines,
    ReceiptService,
    ReportFiles,
    ReportJobRemoval,
    ReportJobRepository,
    ReportJobService,
    ReportJobWorker,
    ReportJobWriter,
    ReportRepository,
    ReportScheduleRepository,
    ReportScheduleService,
    ReportScheduleWorker,
    ReportService,
    TransactionReader,
    TransactionReportService,
  ],
})
export class ReportsModule {}
