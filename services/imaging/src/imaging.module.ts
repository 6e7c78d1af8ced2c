import { availableParallelism } from 'node:os';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CountyConfigModule } from '@portal/infra/county-config';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { JobsModule } from '@portal/infra/jobs';
import { RpcModule } from '@portal/infra/rpc';
import { StorageModule } from '@portal/infra/storage';
import { PdfHandlers } from './download/pdf.handlers.js';
import { PdfFiles } from './download/pdf.files.js';
import { PdfService } from './download/pdf.service.js';
import { RenderedPdfRepository } from './download/rendered-pdf.repository.js';
import { CountyEfileTerms, EfileTerms } from './efile/efile-terms.js';
import { FilingCopies } from './efile/filing-copies.js';
import { FilingDecisionService } from './efile/filing-decision.service.js';
import { FilingQueueHandlers } from './efile/filing-queue.handlers.js';
import { FilingQueueRepository } from './efile/filing-queue.repository.js';
import { FilingQueueService } from './efile/filing-queue.service.js';
import { FilingSettler } from './efile/filing-settler.js';
import { CorrectionRepository } from './efile/correction.repository.js';
import { FilingCompleter, FilingWorkers } from './efile/filing-completer.js';
import { FilingCorrections } from './efile/filing-corrections.js';
import { FilingPruner } from './efile/filing-pruner.js';
import { LeftFiles } from './efile/left-files.js';
import { LeftUploads } from './efile/left-uploads.js';
import { FilingSteps } from './efile/filing-steps.js';
import { FilingWithdrawal } from './efile/filing-withdrawal.js';
import { SubmissionHandlers } from './efile/submission.handlers.js';
import { SubmissionRepository } from './efile/submission.repository.js';
import { SubmissionService } from './efile/submission.service.js';
import { UnsentRepository } from './efile/unsent.repository.js';
import { FilingFacts } from './efile/filing-facts.js';
import { FilingFees, PaymentsFees } from './efile/filing-fees.js';
import { FilingUploadService } from './efile/filing-upload.service.js';
import { FilingHandlers } from './efile/filing.handlers.js';
import { FilingRepository } from './efile/filing.repository.js';
import { FilingService } from './efile/filing.service.js';
import { AnswerApplier } from './exchange/answer-applier.js';
import { AnswerFiles } from './exchange/answer-files.js';
import { AnswerListing } from './exchange/answer-listing.js';
import { AnswerFolder } from './exchange/answer-folder.js';
import { FolderTurnRepository } from './exchange/folder-turn.repository.js';
import { OfficeWork } from './exchange/office-work.js';
import { ArrivedAnswerRepository } from './exchange/arrived-answer.repository.js';
import { ExchangeHandlers } from './exchange/exchange.handlers.js';
import { ExchangeRetention } from './exchange/exchange-retention.js';
import { PackageRepository } from './exchange/package.repository.js';
import { PackageService } from './exchange/package.service.js';
import { RetentionRepository } from './exchange/retention.repository.js';
import { ImageRunsHandlers } from './image-runs/image-runs.handlers.js';
import { ImageRunsRepository } from './image-runs/image-runs.repository.js';
import { PageHandlers } from './pages/page.handlers.js';
import { PageRepository } from './pages/page.repository.js';
import { PageService } from './pages/page.service.js';
import { PageStore } from './pages/page-store.js';
import { SealingConsumer } from './pages/sealing.consumer.js';
import { PreviewHandlers } from './preview/preview.handlers.js';
import { PreviewService } from './preview/preview.service.js';
import { RenditionService } from './preview/rendition.service.js';
import { RenderPool } from './rendition/render-pool.js';
import { SitePictureHandlers } from './site/site-picture.handlers.js';
import { SitePictureService } from './site/site-picture.service.js';
import { serviceName, tables } from './tables.js';

const renderPool = {
  provide: RenderPool,
  useFactory: () => new RenderPool(Math.min(4, availableParallelism())),
};

/** Clients of other services; tests replace them. */
const ports: readonly Provider[] = [
  { provide: FilingFees, useClass: PaymentsFees },
  { provide: EfileTerms, useClass: CountyEfileTerms },
];

/** The service without its clients of other services (`ports`), which the caller provides. */
@Module({})
export class ImagingCore {
  static withPorts(given: readonly Provider[]): DynamicModule {
    return {
      module: ImagingCore,
      imports: [
        DatabaseModule.forService(tables),
        RpcModule.forService(serviceName),
        EventsModule.forService(serviceName),
        JobsModule.forService(serviceName),
        StorageModule,
      ],
      controllers: [
        ...[PageHandlers, PreviewHandlers, PdfHandlers, SitePictureHandlers, FilingHandlers],
        ...[FilingQueueHandlers, SubmissionHandlers, ExchangeHandlers, ImageRunsHandlers],
      ],
      providers: [
        ...[FilingRepository, FilingFacts, FilingService, FilingUploadService, FilingCompleter],
        ...[FilingQueueRepository, FilingQueueService, FilingDecisionService, FilingSettler, FilingCopies],
        ...[FilingSteps, FilingCorrections, CorrectionRepository, FilingWithdrawal, FilingPruner],
        ...[UnsentRepository, LeftUploads, LeftFiles, FilingWorkers, SubmissionRepository, SubmissionService],
        ...[PackageRepository, PackageService, ArrivedAnswerRepository, OfficeWork, AnswerApplier],
        FolderTurnRepository,
        ...[AnswerFiles, AnswerFolder, AnswerListing, Catalogue, RetentionRepository, ExchangeRetention],
        ...[PageRepository, PageService, PageStore, SealingConsumer],
        ...[PreviewService, RenditionService, renderPool],
        ...[PdfFiles, PdfService, RenderedPdfRepository],
        ...[SitePictureService, ImageRunsRepository],
        ...given,
      ],
    };
  }
}

@Module({ imports: [CountyConfigModule.forService(serviceName), ImagingCore.withPorts(ports)] })
export class ImagingModule {}
