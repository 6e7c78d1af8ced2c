import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, Param, Post, Req } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import {
  managedPageSize,
  newUserEntry,
  userEntry,
  userEntryId,
  userListRequest,
  userOfListRequest,
  userPasswordRequest,
  userReference,
  userStatusListRequest,
  userStatusRequest,
  type ManagedUser,
  type UserListRequest,
  type UserPage,
} from '@portal/proto/http/user-manager';
import { ok, type Result } from '@portal/proto/result';
import type { UserStatus } from '@portal/proto/roles';
import {
  createManagedUser,
  deleteManagedUser,
  listManagedUsers,
  mailManagedReset,
  openManagedUser,
  saveManagedUser,
  setManagedPassword,
  toggleManagedUser,
} from '@portal/proto/rpc/user-manager';
import type { FastifyRequest } from 'fastify';
import { Told } from '../answers/envelope.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

const statusTexts = { A: 'panel:userActivated', I: 'panel:userDeactivated' } as const;
const toldStatus = (status: UserStatus): string => statusTexts[status === 'A' ? 'A' : 'I'];

/**
 * Lists and changes the county's users. Staff manages all of them; an ACCOUNT user manages only the users of the same
 * account (C1).
 */
@Controller('userManager')
@Allow('TRIMIN', 'COUNTY', 'ACCOUNT')
export class UserManagerController {
  constructor(private readonly rpc: RpcClient) {}

  /** Lists users (C1-41). */
  @Post('users')
  @Unproved('nothing is changed')
  list(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<UserPage>> {
    return this.page(visit, parseInput(userListRequest, body));
  }

  /** Returns a user with all fields (C1-46). */
  @Get('user/:id')
  open(@Param('id') id: string, @CurrentVisit() visit: Visit): Promise<Result<ManagedUser>> {
    const { userId } = parseInput(userStatusRequest, { userId: id });
    return this.rpc.call(openManagedUser, { user: userId }, { actor: actorOf(visit) });
  }

  /** Saves a user (C1-47); id 0 creates a user. */
  @Post('user')
  @Proved()
  async save(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { id, version } = parseInput(userEntryId, body);
    const o = { actor: actorOf(visit) };
    const answer =
      id === 0 || id === '0'
        ? await this.rpc.call(
            createManagedUser,
            { id: randomUUID(), entry: parseInput(newUserEntry, body) },
            o,
          )
        : await this.rpc.call(saveManagedUser, { user: id, entry: parseInput(userEntry, body), version }, o);
    return answer.ok ? ok(new Told({}, 'panel:userSaved')) : answer;
  }

  /** Sets the password of a user (C1-49). */
  @Post('userPassword')
  @Proved()
  async password(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { id, password } = parseInput(userPasswordRequest, body);
    const answer = await this.rpc.call(setManagedPassword, { user: id, password }, { actor: actorOf(visit) });
    return answer.ok ? ok(new Told({}, 'panel:userPasswordSet')) : answer;
  }

  /** Mails a user a link for a new password. */
  @Post('userResetMail')
  @Proved()
  async resetMail(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<unknown>> {
    const input = { user: parseInput(userReference, body).userId, address: request.ip };
    const answer = await this.rpc.call(mailManagedReset, input, { actor: actorOf(visit) });
    return answer.ok ? ok(new Told({}, 'panel:userResetMailed')) : answer;
  }

  /** Deletes a user, and returns the list (C1-42). */
  @Post('userDelete')
  @Proved()
  async remove(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { userId, ...query } = parseInput(userOfListRequest, body);
    const answer = await this.rpc.call(deleteManagedUser, { user: userId }, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    return this.told(visit, query, 'panel:userDeleted');
  }

  /** Changes the status of a user, and returns the list (C1-43). */
  @Post('userChangeStatusList')
  @Proved()
  async toggleOfList(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { userId: user, status, ...query } = parseInput(userStatusListRequest, body);
    const answer = await this.rpc.call(toggleManagedUser, { user, status }, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    return this.told(visit, query, toldStatus(answer.value.status));
  }

  /** Changes the status of a user, and returns the new status (C1-44). */
  @Post('userChangeStatusSingle')
  @Proved()
  async toggle(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { userId: user, status } = parseInput(userStatusRequest, body);
    const answer = await this.rpc.call(toggleManagedUser, { user, status }, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    return ok(new Told({ status: answer.value.status }, toldStatus(answer.value.status)));
  }

  private page(visit: Visit, { page, ...query }: UserListRequest): Promise<Result<UserPage>> {
    const asked = { ...query, offset: (page - 1) * managedPageSize, limit: managedPageSize };
    return this.rpc.call(listManagedUsers, asked, { actor: actorOf(visit) });
  }

  private async told(visit: Visit, query: UserListRequest, message: string): Promise<Result<unknown>> {
    const list = await this.page(visit, query);
    return list.ok ? ok(new Told(list.value, message)) : refuse(list.code);
  }
}
