import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { newToken } from '@portal/infra/session-cache';
import { providerLogoutRequest } from '@portal/proto/http/session';
import type { Result } from '@portal/proto/result';
import type { Input } from '@portal/proto/rpc/contract';
import {
  beginProviderSignIn,
  endProviderSessions,
  findProviderLogout,
  finishProviderSignIn,
} from '@portal/proto/rpc/provider-sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SENT } from '../answers/answer.interceptor.js';
import { parseInput } from '../answers/refusal.js';
import { WithForm } from '../edge/request-body.js';
import { Allow, Public } from '../session/access.js';
import { giveToken, giveVisit, readToken, readVisit, takeVisit } from '../session/cookie.js';
import { SessionReader } from '../session/session-reader.js';
import { actorOf, CurrentVisit, visitorOf, type Visit } from '../session/visit.js';

const LOGIN = '/LandShark/login';
/**
 * The last page in the window in which staff prove who they are. This page reports the result to the page that opened
 * the window.
 */
const PROVED = '/LandShark/proved';

/**
 * Signs in staff at the county's identity provider. The browser itself opens the URLs of these routes; no script calls
 * them. Each route redirects the browser, and the last page shows what went wrong.
 */
@Controller('auth/provider')
export class ProviderSignInController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionReader,
  ) {}

  @Get('signIn')
  @Public('this is how a session begins')
  signIn(
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    return this.send(visit, 'SIGN_IN', request, reply);
  }

  /** Sends staff back to the identity provider where they signed in, before a change that requires a proof (S38). */
  @Get('prove')
  @Allow('TRIMIN', 'COUNTY')
  prove(
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    return this.send(visit, 'PROOF', request, reply);
  }

  @Get('callback')
  @Public('the provider sends browsers here before they have a session')
  async callback(
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const browser = readVisit(request);
    if (browser === undefined) return leadTo(reply, LOGIN, 'PROVIDER_VISIT_OVER');
    const input = {
      ...{
        browser,
        origin: originOf(request),
        query: new URL(request.url, originOf(request)).search.slice(1),
      },
      ...{ address: request.ip, previousToken: readToken(request) ?? null },
    };
    const answer = await this.rpc.call(finishProviderSignIn, input, { actor: actorOf(visit) });
    if (!answer.ok) return leadTo(reply, LOGIN, answer.code);
    const { purpose, refused, entered } = answer.value;
    if (purpose === 'PROOF') {
      this.sessions.forget(visit.tokenHash);
      return leadTo(reply, PROVED, refused);
    }
    if (!entered) return leadTo(reply, LOGIN, refused);
    this.sessions.forget(visit.tokenHash);
    takeVisit(request, reply);
    giveToken(request, reply, entered.token);
    return leadTo(reply, '/LandShark/home', null);
  }

  /** After a user has signed out of the portal, ends the session at the identity provider where the user signed in. */
  @Get('logout')
  @Public('the session here has ended by now')
  async logout(
    @CurrentVisit() { county }: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const input = { origin: originOf(request) };
    const answer = await this.rpc.call(findProviderLogout, input, { actor: visitorOf(county.id) });
    return leadTo(reply, (answer.ok ? answer.value.address : null) ?? LOGIN, null);
  }

  /** The identity provider itself calls this route (OpenID Connect Back-Channel Logout 1.0). */
  @Post('backchannel')
  @HttpCode(200)
  @WithForm()
  @Public('the provider signs each logout token with its own key')
  backChannel(@Body() body: unknown, @CurrentVisit() { county }: Visit): Promise<Result<object>> {
    const { logout_token: logoutToken } = parseInput(providerLogoutRequest, body);
    return this.rpc.call(endProviderSessions, { logoutToken }, { actor: visitorOf(county.id) });
  }

  private async send(
    visit: Visit,
    purpose: Input<typeof beginProviderSignIn>['purpose'],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<typeof SENT> {
    const browser = readVisit(request) ?? newToken();
    const input = { browser, origin: originOf(request), purpose };
    const answer = await this.rpc.call(beginProviderSignIn, input, { actor: actorOf(visit) });
    if (!answer.ok) return leadTo(reply, purpose === 'PROOF' ? PROVED : LOGIN, answer.code);
    giveVisit(request, reply, browser);
    return leadTo(reply, answer.value.address, null);
  }
}

/** The county's origin as the browser knows it. */
const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

/** @param problem the problem that the page explains; null when there is none */
const leadTo = (reply: FastifyReply, address: string, problem: string | null): typeof SENT => {
  const to = problem === null ? address : `${address}?problem=${problem}`;
  void reply.status(303).header('location', to).header('cache-control', 'no-store').send();
  return SENT;
};
