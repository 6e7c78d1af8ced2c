import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  chargeSearch,
  getCardAuthorization,
  openDeposit,
  openPreauthorization,
  quoteDeposit,
  receiveWebhook,
  reportPayment,
} from '@portal/proto/rpc/payments';
import { DepositService } from '../deposits/deposit.service.js';
import { PreauthorizationService } from '../preauthorization/preauthorization.service.js';
import { SearchChargeService } from '../searches/search-charge.service.js';
import { PaymentReport } from '../attempts/payment-report.js';
import { WebhookService } from '../attempts/webhook.service.js';

@Controller()
export class CardHandlers {
  constructor(
    private readonly deposits: DepositService,
    private readonly preauthorizations: PreauthorizationService,
    private readonly reports: PaymentReport,
    private readonly webhooks: WebhookService,
    private readonly searches: SearchChargeService,
  ) {}

  @Handle(quoteDeposit)
  quote(input: Parsed<typeof quoteDeposit>, { actor }: Call): Promise<Reply<typeof quoteDeposit>> {
    return this.deposits.quote(actor, input.amount);
  }

  @Handle(openDeposit)
  deposit(input: Parsed<typeof openDeposit>, call: Call): Promise<Reply<typeof openDeposit>> {
    return this.deposits.open(call.actor, input, call.correlationId);
  }

  @Handle(openPreauthorization)
  preauthorize(
    input: Parsed<typeof openPreauthorization>,
    call: Call,
  ): Promise<Reply<typeof openPreauthorization>> {
    return this.preauthorizations.open(call.actor, input, call.correlationId);
  }

  @Handle(getCardAuthorization)
  authorization(
    _input: Parsed<typeof getCardAuthorization>,
    { actor }: Call,
  ): Promise<Reply<typeof getCardAuthorization>> {
    return this.preauthorizations.get(actor);
  }

  @Handle(reportPayment)
  report(input: Parsed<typeof reportPayment>, { actor }: Call): Promise<Reply<typeof reportPayment>> {
    return this.reports.receive(actor, input);
  }

  @Handle(receiveWebhook)
  webhook(input: Parsed<typeof receiveWebhook>, { actor }: Call): Promise<Reply<typeof receiveWebhook>> {
    return this.webhooks.receive(actor.county, Buffer.from(input.raw, 'base64'), input.signatures);
  }

  @Handle(chargeSearch)
  charge(input: Parsed<typeof chargeSearch>, call: Call): Promise<Reply<typeof chargeSearch>> {
    return this.searches.charge(call.actor, input, call.correlationId);
  }
}
