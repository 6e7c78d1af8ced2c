import { Body, Controller, Post, Req } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { confirmEmailRequest } from '@portal/proto/http/profile';
import {
  forgotPasswordRequest,
  forgotUsernameRequest,
  resetPasswordRequest,
} from '@portal/proto/http/recovery';
import { completeRegistrationRequest, signUpRequest } from '@portal/proto/http/registration';
import { ok, type Result } from '@portal/proto/result';
import {
  completeRegistration,
  confirmEmail,
  offerPasswordReset,
  remindUsername,
  resetPassword,
  signUp,
} from '@portal/proto/rpc/registration';
import type { FastifyRequest } from 'fastify';
import { Told } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Public } from '../session/access.js';
import { CurrentVisit, visitorOf, type Visit } from '../session/visit.js';

/**
 * Serves people without a session: registration, the confirmation of an e-mail address, and the recovery of usernames
 * and passwords.
 */
@Controller('auth')
@Public('whoever has no session registers or recovers')
export class RegistrationController {
  constructor(private readonly rpc: RpcClient) {}

  /** Takes a registration (A3-08). A taken username gets the same answer as a free one (S15). */
  @Post('signUp')
  async signUp(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<unknown>> {
    const input = { person: parseInput(signUpRequest, body), address: request.ip };
    return told(await this.rpc.call(signUp, input, by(visit)), 'server:registrationMailed');
  }

  /** Completes a registration with the mailed ticket (A3-35). */
  @Post('completeRegistration')
  complete(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<unknown>> {
    const input = { asked: parseInput(completeRegistrationRequest, body), address: request.ip };
    return this.rpc.call(completeRegistration, input, by(visit));
  }

  /** Confirms a new e-mail address with the link that was mailed to it. The caller need not be signed in. */
  @Post('confirmEmail')
  async confirmEmail(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    return this.rpc.call(confirmEmail, parseInput(confirmEmailRequest, body), by(visit));
  }

  /** Requests an e-mail with the usernames of an address (A4-05). */
  @Post('forgotUsername')
  async forgotUsername(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<unknown>> {
    const input = { asked: parseInput(forgotUsernameRequest, body), address: request.ip };
    return told(await this.rpc.call(remindUsername, input, by(visit)), 'server:recoveryMailed');
  }

  /** Requests an e-mail with a link for a new password (A4-12). */
  @Post('forgotPassword')
  async forgotPassword(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<unknown>> {
    const input = { asked: parseInput(forgotPasswordRequest, body), address: request.ip };
    return told(await this.rpc.call(offerPasswordReset, input, by(visit)), 'server:recoveryMailed');
  }

  /** Sets a new password with the mailed ticket (A4-21). */
  @Post('resetPassword')
  async resetPassword(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const input = parseInput(resetPasswordRequest, body);
    return told(await this.rpc.call(resetPassword, input, by(visit)), 'server:passwordReset');
  }
}

const by = (visit: Visit) => ({ actor: visitorOf(visit.county.id) });

const told = (answer: Result<unknown>, message: string): Result<unknown> =>
  answer.ok ? ok(new Told(answer.value, message)) : answer;
