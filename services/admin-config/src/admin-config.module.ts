import { Module } from '@nestjs/common';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { JobsModule } from '@portal/infra/jobs';
import { RpcModule } from '@portal/infra/rpc';
import { StorageModule } from '@portal/infra/storage';
import { CountyHandlers } from './counties/county.handlers.js';
import { CountyRepository } from './counties/county.repository.js';
import { CountyService } from './counties/county.service.js';
import { PayingCheck } from './sections/paying.check.js';
import { PictureCheck } from './sections/picture.check.js';
import { PicturePurge } from './pictures/picture.purge.js';
import { PlanApplier } from './plans/plan.applier.js';
import { PlanHandlers } from './plans/plan.handlers.js';
import { PlanRepository } from './plans/plan.repository.js';
import { PlanService } from './plans/plan.service.js';
import { ReloadService } from './sections/reload.service.js';
import { SectionCache } from './sections/section.cache.js';
import { SectionEditingService } from './sections/section-editing.service.js';
import { SectionHandlers } from './sections/section.handlers.js';
import { SectionRepository } from './sections/section.repository.js';
import { SectionService } from './sections/section.service.js';
import { SectionWriter } from './sections/section.writer.js';
import { serviceName, tables } from './tables.js';

@Module({
  imports: [
    DatabaseModule.forService(tables),
    RpcModule.forService(serviceName),
    EventsModule.forService(serviceName),
    JobsModule.forService(serviceName),
    StorageModule,
  ],
  controllers: [CountyHandlers, PlanHandlers, SectionHandlers],
  providers: [
    CountyRepository,
    CountyService,
    PayingCheck,
    PictureCheck,
    PicturePurge,
    PlanApplier,
    PlanRepository,
    PlanService,
    ReloadService,
    SectionCache,
    SectionEditingService,
    SectionRepository,
    SectionService,
    SectionWriter,
  ],
})
export class AdminConfigModule {}
