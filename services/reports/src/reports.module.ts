import { Module } from '@nestjs/common';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { RpcModule } from '@portal/infra/rpc';
import { StorageModule } from '@portal/infra/storage';
import { AnchorService } from './audit/anchor.service.js';
import { AuditHandlers } from './audit/audit.handlers.js';
import { AuditRecorder } from './audit/audit.recorder.js';
import { AuditRepository } from './audit/audit.repository.js';
import { AuditService } from './audit/audit.service.js';
import { tables } from './tables.js';

@Module({
  imports: [
    DatabaseModule.forService(tables),
    RpcModule.forService('reports'),
    EventsModule.forService('reports'),
    StorageModule,
  ],
  controllers: [AuditHandlers],
  providers: [AnchorService, AuditRecorder, AuditRepository, AuditService],
})
export class ReportsModule {}
