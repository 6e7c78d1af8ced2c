import { Body, Controller, Post } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import {
  addOnRequest,
  type AddOnConfirmation,
  type addOnOptions,
  type addOnPurchase,
} from '@portal/proto/http/card-payments';
import { imageStateReference } from '@portal/proto/http/orders';
import { ok, type Failure, type Result } from '@portal/proto/result';
import { buyAddOn, confirmAddOn, listAddOns } from '@portal/proto/rpc/payments';
import type * as z from 'zod/mini';
import { parseInput } from '../answers/refusal.js';
import { errorAnswer } from '../errors.js';
import { Allow } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { AddOnTexts } from './add-on-texts.js';

/** Sells bundles of images (A11-01 to A11-19); the payments service decides who may buy them and at what price. */
@Controller('flatFee')
@Allow('ACCOUNT', 'USER')
export class FlatFeeController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly balance: UsageBalance,
  ) {}

  @Post('getAddOnOptions')
  async options(@CurrentVisit() visit: Visit): Promise<Result<z.infer<typeof addOnOptions>>> {
    const answer = await this.rpc.call(listAddOns, {}, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const { imageStateGuid: guid, options } = answer.value;
    const flatFeeOptions = this.texts(visit).options(options);
    return ok({
      guid,
      hasBuyOptions: true,
      purchaseOptions: { flatFeeOptions, escrowOptions: null, creditCardOptions: null },
    });
  }

  @Post('getUserAddOnConfirmation')
  async confirm(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<AddOnConfirmation>> {
    const { option, imageStateReference: reference } = parseInput(addOnRequest, body);
    const answer = await this.rpc.call(confirmAddOn, { ...reference, option }, { actor: actorOf(visit) });
    if (answer.ok) return ok(this.texts(visit).confirmation(answer.value));
    return isToldInWindow(answer) ? ok(this.texts(visit).refused(this.messageOf(visit, answer))) : answer;
  }

  @Post('userAddOn')
  async buy(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<z.infer<typeof addOnPurchase>>> {
    const input = parseInput(imageStateReference, body);
    const answer = await this.rpc.call(buyAddOn, input, { actor: actorOf(visit) });
    this.balance.forgetOf(visit);
    if (answer.ok) return ok(this.texts(visit).bought(answer.value.images));
    if (!isToldInWindow(answer)) return answer;
    return ok({ ok: false, message: this.messageOf(visit, answer), usageBalance: '' });
  }

  private messageOf(visit: Visit, { code, params }: Failure): string {
    return this.catalogue.text(actorOf(visit).language, errorAnswer(code).message, params);
  }

  private texts(visit: Visit): AddOnTexts {
    return new AddOnTexts(this.catalogue, actorOf(visit).language);
  }
}

/** True for failures that the window itself explains (A11-09, A11-19). Others get the same answer as on every route. */
const isToldInWindow = ({ code }: Failure): boolean => errorAnswer(code).status === 200;
