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
import { fail, ok, type Result } from '@portal/proto/result';
import { openDeposit, quoteDeposit, reportPayment } from '@portal/proto/rpc/payments';
import type { FastifyRequest } from 'fastify';
import { parseInput } from '../answers/refusal.js';
import { communicatorUrlOf } from '../edge/card-communicator.js';
import { errorAnswer } from '../errors.js';
import { Allow } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { CardTexts } from './card-texts.js';

/** Adding money to escrow by card (A8); who may, and how much, payments decides. */
@Controller('escrowDeposit')
@Allow('ACCOUNT', 'USER')
export class EscrowDepositController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly balance: UsageBalance,
  ) {}

  /** Ours: bounds, surcharge and total before anything is asked of the provider; '0' asks for the bounds alone. */
  @Post('quoteDeposit')
  async quote(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<DepositQuote>> {
    const input = parseInput(depositRequest, body);
    const answer = await this.rpc.call(quoteDeposit, input, { actor: actorOf(visit) });
    return answer.ok ? ok(this.texts(visit).quote(answer.value)) : answer;
  }

  /** A8-09; an amount that is out of bounds is named at its field (A8-02 to A8-04). */
  @Post('initiateDeposit')
  async initiate(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
  ): Promise<Result<{ tokenResults: CardFrame }>> {
    const { amount } = parseInput(depositRequest, body);
    const input = { amount, communicatorUrl: communicatorUrlOf(request) };
    const answer = await this.rpc.call(openDeposit, input, { actor: actorOf(visit) });
    if (answer.ok) return ok({ tokenResults: this.texts(visit).frame(answer.value) });
    const { code, params } = answer;
    return code.startsWith('AMOUNT_') ? fail(code, params, { amount: errorAnswer(code).message }) : answer;
  }

  /** A8-17. The provider's response is a hint: payments reads its transaction id and asks the provider (2.3). */
  @Post('completeDeposit')
  async complete(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<DepositCompletion>> {
    const { attemptId, transactionResponse } = parseInput(frameResponse, body);
    const report = { attemptId, purpose: 'DEPOSIT' as const, transId: transactionResponse.transId };
    const answer = await this.rpc.call(reportPayment, report, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    this.balance.forgetOf(visit);
    return ok(this.texts(visit).completion(answer.value));
  }

  private texts(visit: Visit): CardTexts {
    return new CardTexts(this.catalogue, actorOf(visit).language);
  }
}
