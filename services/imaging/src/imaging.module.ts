import { availableParallelism } from 'node:os';
import { Module } from '@nestjs/common';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { RpcModule } from '@portal/infra/rpc';
import { StorageModule } from '@portal/infra/storage';
import { PdfHandlers } from './download/pdf.handlers.js';
import { PdfFiles } from './download/pdf.files.js';
import { PdfService } from './download/pdf.service.js';
import { RenderedPdfRepository } from './download/rendered-pdf.repository.js';
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

@Module({
  imports: [
    DatabaseModule.forService(tables),
    RpcModule.forService(serviceName),
    EventsModule.forService(serviceName),
    StorageModule,
  ],
  controllers: [PageHandlers, PreviewHandlers, PdfHandlers, SitePictureHandlers],
  providers: [
    ...[PageRepository, PageService, PageStore, SealingConsumer],
    ...[PreviewService, RenditionService, renderPool],
    ...[PdfFiles, PdfService, RenderedPdfRepository],
    SitePictureService,
  ],
})
export class ImagingModule {}
