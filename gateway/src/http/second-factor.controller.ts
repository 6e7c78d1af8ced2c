import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import {
  secondFactorConfirmation,
  secondFactorProof,
  staffProof,
  type OfferedSecondFactor,
  type SecondFactorState,
} from '@portal/proto/http/second-factor';
import { ok, type Result } from '@portal/proto/result';
import {
  confirmSecondFactor,
  getSecondFactor,
  offerSecondFactor,
  proveAgain,
  removeSecondFactor,
} from '@portal/proto/rpc/second-factor';
import type { FastifyRequest } from 'fastify';
import { parseInput } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { SessionReader } from '../session/session-reader.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { authenticatorAddress } from './authenticator-address.js';

/** Adds and removes the caller's own second factor, for staff. */
@Controller('currentUser')
@Allow('TRIMIN', 'COUNTY')
export class SecondFactorController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionReader,
  ) {}

  @Get('secondFactor')
  get(@CurrentVisit() visit: Visit): Promise<Result<SecondFactorState>> {
    return this.rpc.call(getSecondFactor, {}, { actor: actorOf(visit) });
  }

  /**
   * Checks the password or a code that staff and account administrators type again before a change that requires a
   * proof (S38).
   */
  @Post('prove')
  @Allow('TRIMIN', 'COUNTY', 'ACCOUNT')
  @Unproved('it proves')
  async prove(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<unknown>> {
    const input = { ...parseInput(staffProof, body), address: request.ip };
    const answer = await this.rpc.call(proveAgain, input, { actor: actorOf(visit) });
    this.sessions.forget(visit.tokenHash);
    return answer;
  }

  @Post('offerSecondFactor')
  @Unproved('it takes the password itself')
  async offer(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<OfferedSecondFactor>> {
    const actor = actorOf(visit);
    const input = { proof: parseInput(secondFactorProof, body), address: request.ip };
    const answer = await this.rpc.call(offerSecondFactor, input, { actor });
    if (!answer.ok) return answer;
    const { key } = answer.value;
    return ok({ key, address: authenticatorAddress(visit.county.name, actor.username, key) });
  }

  @Post('confirmSecondFactor')
  @Unproved('it takes a code itself')
  confirm(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    return this.rpc.call(confirmSecondFactor, parseInput(secondFactorConfirmation, body), {
      actor: actorOf(visit),
    });
  }

  @Post('removeSecondFactor')
  @Unproved('it takes the password itself')
  remove(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<unknown>> {
    const input = { proof: parseInput(secondFactorProof, body), address: request.ip };
    return this.rpc.call(removeSecondFactor, input, { actor: actorOf(visit) });
  }
}
