import { Body, Controller, Post, Req } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import {
  depositRequest,
  frameResponse,
  type CardFrame,
  type DepositCompletion,
  type DepositQuote,
} from '@portal/proto/http/card-payments';
import { fail, ok, type Failure, type Result } from '@portal/proto/result';
import { openDeposit, quoteDeposit, reportPayment } from '@portal/proto/rpc/payments';
import type { FastifyRequest } from 'fastify';
import { parseInput } from '../answers/refusal.js';
import { communicatorUrlOf } from '../edge/card-communicator.js';
import { CardPages } from '../edge/card-pages.js';
import { errorAnswer } from '../errors.js';
import { Allow } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { CardTexts } from './card-texts.js';

/** Adds money to escrow by card (A8); the payments service decides who may do so, and the bounds of the amount. */
@Controller('escrowDeposit')
@Allow('ACCOUNT', 'USER')
export class EscrowDepositController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly balance: UsageBalance,
    private readonly pages: CardPages,
  ) {}

  /**
   * Not in the specification: returns the bounds, the surcharge and the total before the provider is asked; the
   * amount '0' requests only the bounds.
   */
  @Post('quoteDeposit')
  async quote(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<DepositQuote>> {
    const input = parseInput(depositRequest, body);
    const answer = await this.rpc.call(quoteDeposit, input, { actor: actorOf(visit) });
    return answer.ok ? ok(this.texts(visit).quote(answer.value)) : answer;
  }

  /** Begins a deposit (A8-09). An amount out of bounds is reported at its field (A8-02 to A8-04). */
  @Post('initiateDeposit')
  async initiate(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<{ tokenResults: CardFrame }>> {
    const { amount } = parseInput(depositRequest, body);
    const input = { amount, communicatorUrl: communicatorUrlOf(request) };
    const answer = await this.pages.open(request.ip, () =>
      this.rpc.call(openDeposit, input, { actor: actorOf(visit) }),
    );
    if (!answer.ok) return atField(answer);
    return ok({ tokenResults: this.texts(visit).frame(answer.value) });
  }

  /**
   * Completes a deposit (A8-17). The response of the card provider is only a hint: the payments service takes the
   * transaction id from it and asks the card provider (payments/DESIGN.md#card-payments).
   */
  @Post('completeDeposit')
  async complete(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<DepositCompletion>> {
    const { attemptId, transactionResponse } = parseInput(frameResponse, body);
    const report = { attemptId, purpose: 'DEPOSIT' as const, transId: transactionResponse.transId };
    const answer = await this.rpc.call(reportPayment, report, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    this.balance.forgetOf(visit);
    const completion = this.texts(visit).completion(answer.value);
    if (completion.completed && attemptId !== null) this.pages.paid(request.ip, attemptId);
    return ok(completion);
  }

  private texts(visit: Visit): CardTexts {
    return new CardTexts(this.catalogue, actorOf(visit).language);
  }
}

/** Reports an amount out of bounds as an error of the field. */
const atField = (failure: Failure): Failure =>
  failure.code.startsWith('AMOUNT_')
    ? fail(failure.code, failure.params, { amount: errorAnswer(failure.code).message })
    : failure;
