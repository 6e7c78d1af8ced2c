import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { hashToken } from '@portal/infra/session-cache';
import { guestRequest, loginRequest, type CurrentUser } from '@portal/proto/http/session';
import type { ErrorCode } from '@portal/proto/codes';
import { ok, type Result } from '@portal/proto/result';
import { signIn, signInGuest, signOut, signOutEverywhere, type Session } from '@portal/proto/rpc/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseInput } from '../answers/refusal.js';
import type { SignInEnd } from '../edge/sign-in-door.js';
import { Allow, everyone, Public } from '../session/access.js';
import { giveToken, readToken, takeToken } from '../session/cookie.js';
import { SessionReader } from '../session/session-reader.js';
import { actorOf, CurrentVisit, visitorOf, type Visit } from '../session/visit.js';
import { CurrentUserWriter } from './current-user.js';

@Controller('auth')
export class AuthController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionReader,
    private readonly users: CurrentUserWriter,
  ) {}

  /** Signs a user in (A2-16 to A2-18). */
  @Post('login')
  @Public('this is how a session begins')
  async login(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Result<CurrentUser>> {
    const asked = parseInput(loginRequest, body);
    const input = { ...asked, ...comingFrom(request), suspect: request.isSuspect ?? false };
    request.signInEnd = 'WRONG';
    const answer = await this.rpc.call(signIn, input, { actor: visitorOf(visit.county.id) });
    request.signInEnd = endOf(answer);
    // releases the sign-in slot early, because the rest of the work reads from other services, which may be slow or
    // unavailable
    request.leaveDoor?.();
    return this.enter(visit, request, reply, answer);
  }

  /** Signs a visitor in as the county's guest, for 'Continue as guest' (DECISIONS.md#spec-3). */
  @Post('guest')
  @Public('the guest of a county has no secret')
  async guest(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Result<CurrentUser>> {
    const input = { ...parseInput(guestRequest, body), ...comingFrom(request) };
    const answer = await this.rpc.call(signInGuest, input, { actor: visitorOf(visit.county.id) });
    return this.enter(visit, request, reply, answer);
  }

  /**
   * The specification makes the sign-out a GET; the forgery check treats it like a POST (S13). If the session cannot be
   * ended, the cookie stays, so that the user can try again.
   */
  @Get('logout')
  @Allow(...everyone)
  async logout(
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Result<object>> {
    const answer = await this.rpc.call(signOut, {}, { actor: actorOf(visit) });
    if (answer.ok) this.leave(visit, request, reply);
    return answer;
  }

  @Post('logout')
  @Allow(...everyone)
  logoutByPost(
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Result<object>> {
    return this.logout(visit, request, reply);
  }

  /** Ends every session of the user on all devices; not for guests, because many people share that user. */
  @Post('logoutEverywhere')
  @Allow('TRIMIN', 'COUNTY', 'ACCOUNT', 'USER')
  async logoutEverywhere(
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Result<object>> {
    const answer = await this.rpc.call(signOutEverywhere, {}, { actor: actorOf(visit) });
    if (answer.ok) this.leave(visit, request, reply);
    return answer;
  }

  private leave(visit: Visit, request: FastifyRequest, reply: FastifyReply): void {
    this.sessions.forget(visit.tokenHash);
    takeToken(request, reply);
    void reply.header('clear-site-data', '"storage"');
  }

  private async enter(
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Result<{ token: string; session: Session }>,
  ): Promise<Result<CurrentUser>> {
    if (!answer.ok) return answer;
    const { token, session } = answer.value;
    this.sessions.forget(visit.tokenHash);
    giveToken(request, reply, token);
    return ok(await this.users.write(signedIn(visit, session, hashToken(token))));
  }
}

/**
 * The error codes of sign-ins that count as wrong guesses: the password or code was wrong, or the sign-in was refused
 * after too many wrong ones.
 */
const guesses: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'WRONG_CREDENTIALS',
  'WRONG_CODE',
  'TOO_MANY_REQUESTS',
]);

const outages: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SERVICE_UNAVAILABLE',
  'SERVICE_TIMEOUT',
  'SERVICE_BUSY',
]);

function endOf(answer: Result<object>): SignInEnd {
  if (answer.ok) return 'ANSWERED';
  if (outages.has(answer.code) || answer.params?.busy !== undefined) return 'UNANSWERED';
  return guesses.has(answer.code) ? 'WRONG' : 'ANSWERED';
}

const comingFrom = (request: FastifyRequest) => ({
  address: request.ip,
  previousToken: readToken(request) ?? null,
});

const signedIn = (visit: Visit, session: Session, tokenHash: string): Visit => ({
  ...visit,
  session,
  tokenHash,
});
