import { Module } from '@nestjs/common';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { RpcModule } from '@portal/infra/rpc';
import { CountyHandlers } from './counties/county.handlers.js';
import { CountyRepository } from './counties/county.repository.js';
import { CountyService } from './counties/county.service.js';
import { SectionCache } from './sections/section.cache.js';
import { SectionEditingService } from './sections/section-editing.service.js';
import { SectionHandlers } from './sections/section.handlers.js';
import { SectionRepository } from './sections/section.repository.js';
import { SectionService } from './sections/section.service.js';
import { serviceName, tables } from './tables.js';

@Module({
  imports: [
    DatabaseModule.forService(tables),
    RpcModule.forService(serviceName),
    EventsModule.forService(serviceName),
  ],
  controllers: [CountyHandlers, SectionHandlers],
  providers: [
    CountyRepository,
    CountyService,
    SectionCache,
    SectionEditingService,
    SectionRepository,
    SectionService,
  ],
})
export class AdminConfigModule {}
