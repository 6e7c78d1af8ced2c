import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { isoDay } from '@portal/proto/dates';
import {
  ls1AccountsUsersRequest,
  ls1AuditLogRequest,
  ls1Reference,
  ls1RefusalsPageSize,
  ls1RefusalsRequest,
  type Ls1Refusal,
  type Ls1Standing,
} from '@portal/proto/http/ls1';
import { ok, type Result } from '@portal/proto/result';
import {
  cancelLs1Migration,
  getLs1Migration,
  listLs1Refusals,
  migrateLs1Accounts,
  migrateLs1AuditLog,
} from '@portal/proto/rpc/ls1-migration';
import { Told } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** Starts and shows migrations from LandShark One for TRIMIN users (C8-01 to C8-18). */
@Controller('controlPanel')
@Allow('TRIMIN')
export class Ls1Controller {
  constructor(private readonly rpc: RpcClient) {}

  @Get('countyConfig/migrateLandSharkOneAccountsUsers')
  accounts(@CurrentVisit() visit: Visit): Promise<Result<Ls1Standing>> {
    return this.rpc.call(getLs1Migration, { kind: 'ACCOUNTS_USERS' }, { actor: actorOf(visit) });
  }

  /** Starts the migration of accounts and users (C8-09); the page then polls its progress. */
  @Post('countyConfig/migrateLandSharkOneAccountsUsers')
  @Proved()
  async migrateAccounts(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const typed = parseInput(ls1AccountsUsersRequest, body);
    return begun(await this.rpc.call(migrateLs1Accounts, sourceOf(typed), { actor: actorOf(visit) }), typed);
  }

  @Get('countyConfig/migrateLandSharkOneAuditLog')
  auditLog(@CurrentVisit() visit: Visit): Promise<Result<Ls1Standing>> {
    return this.rpc.call(getLs1Migration, { kind: 'AUDIT_LOG' }, { actor: actorOf(visit) });
  }

  /** Starts the migration of the audit log (C8-17). */
  @Post('countyConfig/migrateLandSharkOneAuditLog')
  @Proved()
  async migrateAuditLog(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const typed = parseInput(ls1AuditLogRequest, body);
    const { fromDate, toDate, dataType, batchSize } = typed;
    const days = { from: isoDay(fromDate) ?? null, to: isoDay(toDate) ?? null };
    const input = { ...sourceOf(typed), ...days, dataType, batchSize };
    return begun(await this.rpc.call(migrateLs1AuditLog, input, { actor: actorOf(visit) }), typed);
  }

  @Get('landSharkOneMigration/:id/refused')
  refused(
    @Param('id') id: string,
    @Query() query: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<{ refusals: Ls1Refusal[]; total: number }>> {
    const { list, offset } = parseInput(ls1RefusalsRequest, query);
    const input = {
      ...{ migration: parseInput(ls1Reference, { id }).id, list, offset },
      limit: ls1RefusalsPageSize,
    };
    return this.rpc.call(listLs1Refusals, input, { actor: actorOf(visit) });
  }

  @Post('landSharkOneMigration/:id/cancel')
  @Unproved('it ends what was proved, and removes nothing')
  async cancel(@Param('id') id: string, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { id: migration } = parseInput(ls1Reference, { id });
    const answer = await this.rpc.call(cancelLs1Migration, { migration }, { actor: actorOf(visit) });
    return answer.ok ? ok(new Told(answer.value, 'panel:ls1MigrationCanceled')) : answer;
  }
}

interface TypedSource {
  readonly landSharkOneDbAddress: string;
  readonly landSharkOneDbName: string;
  readonly landSharkOneDbUsername: string;
  readonly landSharkOneDbPassword: string;
  readonly checkOnly: boolean;
}

const sourceOf = (typed: TypedSource) => ({
  address: typed.landSharkOneDbAddress,
  name: typed.landSharkOneDbName,
  username: typed.landSharkOneDbUsername,
  password: typed.landSharkOneDbPassword,
  dryRun: typed.checkOnly,
});

const begun = (answer: Result<{ migration: string }>, { checkOnly }: TypedSource): Result<unknown> =>
  answer.ok
    ? ok(new Told(answer.value, checkOnly ? 'panel:ls1CheckBegun' : 'panel:ls1MigrationBegun'))
    : answer;
