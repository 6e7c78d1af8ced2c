import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  getPurchase,
  getSalesSetup,
  listAccountPurchases,
  listPurchases,
  listSpending,
  setClientReference,
} from '@portal/proto/rpc/payments';
import { PurchaseService } from './purchase.service.js';
import { StaffSalesReader } from './staff-sales.reader.js';

@Controller()
export class PurchaseHandlers {
  constructor(
    private readonly purchases: PurchaseService,
    private readonly sales: StaffSalesReader,
  ) {}

  @Handle(listPurchases)
  list(input: Parsed<typeof listPurchases>, { actor }: Call): Promise<Reply<typeof listPurchases>> {
    return this.purchases.list(actor, input);
  }

  @Handle(getPurchase)
  get(input: Parsed<typeof getPurchase>, { actor }: Call): Promise<Reply<typeof getPurchase>> {
    return this.purchases.get(actor, input);
  }

  @Handle(setClientReference)
  setReference(
    input: Parsed<typeof setClientReference>,
    { actor }: Call,
  ): Promise<Reply<typeof setClientReference>> {
    return this.purchases.setReference(actor, input);
  }

  @Handle(listSpending)
  spending(input: Parsed<typeof listSpending>, { actor }: Call): Promise<Reply<typeof listSpending>> {
    return this.purchases.spending(actor, input);
  }

  @Handle(listAccountPurchases)
  ofAccount(
    { account }: Parsed<typeof listAccountPurchases>,
    { actor }: Call,
  ): Promise<Reply<typeof listAccountPurchases>> {
    return this.sales.ofAccount(actor, account);
  }

  @Handle(getSalesSetup)
  setup(_: Parsed<typeof getSalesSetup>, { actor }: Call): Promise<Reply<typeof getSalesSetup>> {
    return this.sales.setup(actor);
  }
}
