import { Body, Controller, Post, Req } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import {
  frameResponse,
  type AuthorizationAnswer,
  type AuthorizationTerms,
  type CardFrame,
} from '@portal/proto/http/card-payments';
import { ok, type Result } from '@portal/proto/result';
import { getCardAuthorization, openPreauthorization, reportPayment } from '@portal/proto/rpc/payments';
import type { FastifyRequest } from 'fastify';
import { parseInput } from '../answers/refusal.js';
import { communicatorUrlOf } from '../edge/card-communicator.js';
import { CardPages } from '../edge/card-pages.js';
import { Allow } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { CardTexts } from './card-texts.js';

/** Preauthorizes a card for searches and images (A11-26 to A11-32, B9); the payments service decides who may do so. */
@Controller('creditcard')
@Allow('ACCOUNT', 'USER', 'GUEST')
export class CreditCardController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly pages: CardPages,
  ) {}

  /** Begins an authorization (A11-27, B9-03). The county sets the amount; nothing is read from the body. */
  @Post('authorize')
  async authorize(@CurrentVisit() visit: Visit, @Req() request: FastifyRequest): Promise<Result<CardFrame>> {
    const input = { communicatorUrl: communicatorUrlOf(request) };
    const answer = await this.pages.open(request.ip, () =>
      this.rpc.call(openPreauthorization, input, { actor: actorOf(visit) }),
    );
    if (!answer.ok) return answer;
    return ok(this.texts(visit).frame(answer.value));
  }

  /** Completes an authorization (A11-28). As for a deposit, the response of the card provider is only a hint. */
  @Post('authorizationResponse')
  async respond(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<AuthorizationAnswer>> {
    const { attemptId, transactionResponse } = parseInput(frameResponse, body);
    const report = { attemptId, purpose: 'PREAUTH' as const, transId: transactionResponse.transId };
    const answer = await this.rpc.call(reportPayment, report, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const authorized = this.texts(visit).authorized(answer.value);
    if (authorized.authorizationOkay && attemptId !== null) this.pages.paid(request.ip, attemptId);
    return ok(authorized);
  }

  /**
   * Not in the specification: returns the amount to authorize, and what is left of the session's current authorization
   * (B9-06 to B9-10).
   */
  @Post('getAuthorization')
  async terms(@CurrentVisit() visit: Visit): Promise<Result<AuthorizationTerms>> {
    const answer = await this.rpc.call(getCardAuthorization, {}, { actor: actorOf(visit) });
    return answer.ok ? ok(this.texts(visit).terms(answer.value)) : answer;
  }

  private texts(visit: Visit): CardTexts {
    return new CardTexts(this.catalogue, actorOf(visit).language);
  }
}
