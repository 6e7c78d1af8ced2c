import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { isoDay } from '@portal/proto/dates';
import {
  checkUserPurgeRequest,
  purgePageRequest,
  purgePageSize,
  purgeReference,
  userPurgeNowRequest,
  type AuditPurgeStanding,
  type PurgedRecord,
  type PurgedUser,
  type UserPurgeStanding,
} from '@portal/proto/http/purges';
import { ok, type Result } from '@portal/proto/result';
import { checkAuditPurge, getAuditPurge, listPurgedRecords } from '@portal/proto/rpc/audit-purge';
import { listUsernames } from '@portal/proto/rpc/identity';
import { checkUserPurge, getUserPurge, listPurgedUsers, startUserPurge } from '@portal/proto/rpc/user-purge';
import { Told } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** Starts and shows purges of users and of the audit log, for the county's staff (C6-12 to C6-21). */
@Controller('controlPanel')
@Allow('TRIMIN', 'COUNTY')
export class PurgesController {
  constructor(private readonly rpc: RpcClient) {}

  /** Returns the newest purge, the purge before it, and the next automatic one (C6-16). */
  @Get('countyConfig/userPurgeNow')
  users(@CurrentVisit() visit: Visit): Promise<Result<UserPurgeStanding>> {
    return this.rpc.call(getUserPurge, {}, { actor: actorOf(visit) });
  }

  /** Starts the purge (C6-16); the page then polls its progress. */
  @Post('countyConfig/userPurgeNow')
  @Proved()
  async purgeUsers(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { purgeDate, checked } = parseInput(userPurgeNowRequest, body);
    const input = { since: isoDay(purgeDate) ?? '', checked };
    const answer = await this.rpc.call(startUserPurge, input, { actor: actorOf(visit) });
    return answer.ok ? ok(new Told(answer.value, 'panel:usersPurging')) : answer;
  }

  @Post('userPurges/check')
  @Unproved('a dry run deletes nobody')
  checkUsers(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<{ purge: string }>> {
    const { purgeDate } = parseInput(checkUserPurgeRequest, body);
    return this.rpc.call(checkUserPurge, { since: isoDay(purgeDate) ?? '' }, { actor: actorOf(visit) });
  }

  @Get('userPurges/:id/users')
  listUsers(
    @Param('id') id: string,
    @Query() query: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<{ users: PurgedUser[]; total: number }>> {
    return this.rpc.call(listPurgedUsers, pageOf(id, query), { actor: actorOf(visit) });
  }

  @Get('auditPurge')
  records(@CurrentVisit() visit: Visit): Promise<Result<AuditPurgeStanding>> {
    return this.rpc.call(getAuditPurge, {}, { actor: actorOf(visit) });
  }

  @Post('auditPurge/check')
  @Unproved('a dry run deletes nothing')
  checkRecords(@CurrentVisit() visit: Visit): Promise<Result<{ purge: string }>> {
    return this.rpc.call(checkAuditPurge, {}, { actor: actorOf(visit) });
  }

  @Get('auditPurge/:id/records')
  async listRecords(
    @Param('id') id: string,
    @Query() query: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<{ records: PurgedRecord[]; total: number }>> {
    const answer = await this.rpc.call(listPurgedRecords, pageOf(id, query), { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    return ok({ ...answer.value, records: await this.named(visit, answer.value.records) });
  }

  /** Replaces the user id of each actor with the username; services and unknown users keep their ids. */
  private async named(visit: Visit, records: readonly PurgedRecord[]): Promise<PurgedRecord[]> {
    const users = [...new Set(records.map(({ actor }) => actor).filter((actor) => UUID.test(actor)))];
    const found = await this.rpc.call(listUsernames, { users }, { actor: actorOf(visit) });
    const names = new Map(found.ok ? found.value.map(({ user, username }) => [user, username]) : []);
    return records.map((record) => ({ ...record, actor: names.get(record.actor) ?? record.actor }));
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const pageOf = (id: string, query: unknown) => ({
  purge: parseInput(purgeReference, { id }).id,
  offset: parseInput(purgePageRequest, query).offset,
  limit: purgePageSize,
});
