import { Body, Controller, Post, Req } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import { centsOfText } from '@portal/proto/amounts';
import { frameResponse, type CardFrame } from '@portal/proto/http/card-payments';
import { efileCaptureRequest, type EfileCardAnswer } from '@portal/proto/http/efile';
import { ok, type Result } from '@portal/proto/result';
import { openFilingCard, reportPayment } from '@portal/proto/rpc/payments';
import type { FastifyRequest } from 'fastify';
import { parseInput } from '../answers/refusal.js';
import { communicatorUrlOf } from '../edge/card-communicator.js';
import { CardPages } from '../edge/card-pages.js';
import { Allow } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { CardTexts } from './card-texts.js';
import { EfileTexts } from './efile-texts.js';

/** Pays for a document by card (B10-24 to B10-27); the payments service decides who may do so and how much is paid. */
@Controller('creditcard')
@Allow('ACCOUNT', 'USER')
export class EfileCardController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly pages: CardPages,
  ) {}

  /** Begins the payment (B10-25). The amount in the body only shows whether the browser displayed the right amount. */
  @Post('efileCapture')
  async capture(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<{ tokenResults: CardFrame }>> {
    const { amount, imageId } = parseInput(efileCaptureRequest, body);
    const text = String(amount).replace(/[$,\s]/g, '');
    const told = text === '' ? null : (centsOfText(text) ?? -1);
    const input = { filing: imageId, amount: told, communicatorUrl: communicatorUrlOf(request) };
    const answer = await this.pages.open(request.ip, () =>
      this.rpc.call(openFilingCard, input, { actor: actorOf(visit) }),
    );
    if (!answer.ok) return answer;
    return ok({ tokenResults: new CardTexts(this.catalogue, actorOf(visit).language).frame(answer.value) });
  }

  /**
   * Completes the payment (B10-26). The response of the card provider is only a hint: the payments service asks the
   * card provider itself.
   */
  @Post('efileAuthAndCaptureResponse')
  async respond(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<EfileCardAnswer>> {
    const { attemptId, transactionResponse } = parseInput(frameResponse, body);
    const report = { attemptId, purpose: 'EFILE' as const, transId: transactionResponse.transId };
    const answer = await this.rpc.call(reportPayment, report, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const told = new EfileTexts(this.catalogue, actorOf(visit).language).card(answer.value.outcome);
    if (told.completed && attemptId !== null) this.pages.paid(request.ip, attemptId);
    return ok(told);
  }
}
