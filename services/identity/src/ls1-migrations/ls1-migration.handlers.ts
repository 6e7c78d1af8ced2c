import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  cancelLs1Migration,
  getLs1Migration,
  listLs1Refusals,
  migrateLs1Accounts,
  migrateLs1AuditLog,
} from '@portal/proto/rpc/ls1-migration';
import { Ls1MigrationService } from './ls1-migration.service.js';

@Controller()
export class Ls1MigrationHandlers {
  constructor(private readonly migrations: Ls1MigrationService) {}

  @Handle(migrateLs1Accounts)
  accounts(
    input: Parsed<typeof migrateLs1Accounts>,
    { actor }: Call,
  ): Promise<Reply<typeof migrateLs1Accounts>> {
    return this.migrations.migrateAccounts(actor, input);
  }

  @Handle(migrateLs1AuditLog)
  auditLog(
    input: Parsed<typeof migrateLs1AuditLog>,
    { actor }: Call,
  ): Promise<Reply<typeof migrateLs1AuditLog>> {
    return this.migrations.migrateAuditLog(actor, input);
  }

  @Handle(getLs1Migration)
  standing(
    { kind }: Parsed<typeof getLs1Migration>,
    { actor }: Call,
  ): Promise<Reply<typeof getLs1Migration>> {
    return this.migrations.standing(actor, kind);
  }

  @Handle(listLs1Refusals)
  refusals(input: Parsed<typeof listLs1Refusals>, { actor }: Call): Promise<Reply<typeof listLs1Refusals>> {
    return this.migrations.listRefusals(actor, input);
  }

  @Handle(cancelLs1Migration)
  cancel(
    { migration }: Parsed<typeof cancelLs1Migration>,
    { actor }: Call,
  ): Promise<Reply<typeof cancelLs1Migration>> {
    return this.migrations.cancel(actor, migration);
  }
}
