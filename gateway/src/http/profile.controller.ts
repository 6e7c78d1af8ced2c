import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { changePasswordRequest, profileRequest, type StoredProfile } from '@portal/proto/http/profile';
import { ok, type Result } from '@portal/proto/result';
import { changePassword, getProfile, saveProfile } from '@portal/proto/rpc/registration';
import type { FastifyRequest } from 'fastify';
import { Told } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Allow } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** Reads and saves the caller's own profile and password. A guest has neither, because many people share that user. */
@Controller('currentUser')
@Allow('TRIMIN', 'COUNTY', 'ACCOUNT', 'USER')
export class ProfileController {
  constructor(private readonly rpc: RpcClient) {}

  /** Returns the caller's profile (A6-03). */
  @Get('profile')
  get(@CurrentVisit() visit: Visit): Promise<Result<StoredProfile>> {
    return this.rpc.call(getProfile, {}, { actor: actorOf(visit) });
  }

  /** Saves the caller's profile (A6-04). */
  @Post('profile')
  async save(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<unknown>> {
    const input = { profile: parseInput(profileRequest, body), address: request.ip };
    const answer = await this.rpc.call(saveProfile, input, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    return ok(new Told({}, answer.value.confirms ? 'server:emailMailed' : 'server:profileSaved'));
  }

  /** Changes the caller's password (A6-25). */
  @Post('password')
  async changePassword(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<unknown>> {
    const input = { change: parseInput(changePasswordRequest, body), address: request.ip };
    const answer = await this.rpc.call(changePassword, input, { actor: actorOf(visit) });
    return answer.ok ? ok(new Told({}, 'server:passwordChanged')) : answer;
  }
}
