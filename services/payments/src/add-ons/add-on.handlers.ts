import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { buyAddOn, confirmAddOn, listAddOns } from '@portal/proto/rpc/payments';
import { AddOnPurchase } from './add-on-purchase.js';
import { AddOnService } from './add-on.service.js';

@Controller()
export class AddOnHandlers {
  constructor(
    private readonly addOns: AddOnService,
    private readonly purchase: AddOnPurchase,
  ) {}

  @Handle(listAddOns)
  list(_input: Parsed<typeof listAddOns>, { actor }: Call): Promise<Reply<typeof listAddOns>> {
    return this.addOns.list(actor);
  }

  @Handle(confirmAddOn)
  confirm(input: Parsed<typeof confirmAddOn>, { actor }: Call): Promise<Reply<typeof confirmAddOn>> {
    return this.addOns.confirm(actor, input.imageStateGuid, input.option);
  }

  @Handle(buyAddOn)
  buy(input: Parsed<typeof buyAddOn>, call: Call): Promise<Reply<typeof buyAddOn>> {
    return this.purchase.buy(call.actor, input.imageStateGuid, call.correlationId);
  }
}
