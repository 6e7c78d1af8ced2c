import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { exportSpending, writeOfficeReceipt, writeReceipt } from '@portal/proto/rpc/receipts';
import { OfficeReceiptService } from './office-receipt.service.js';
import { ReceiptService } from './receipt.service.js';

@Controller()
export class ReceiptHandlers {
  constructor(
    private readonly receipts: ReceiptService,
    private readonly office: OfficeReceiptService,
  ) {}

  @Handle(writeOfficeReceipt)
  officeReceipt(
    { id }: Parsed<typeof writeOfficeReceipt>,
    { actor }: Call,
  ): Promise<Reply<typeof writeOfficeReceipt>> {
    return this.office.write(actor, id);
  }

  @Handle(writeReceipt)
  receipt(input: Parsed<typeof writeReceipt>, { actor }: Call): Promise<Reply<typeof writeReceipt>> {
    return this.receipts.receipt(actor, input);
  }

  @Handle(exportSpending)
  spending(input: Parsed<typeof exportSpending>, { actor }: Call): Promise<Reply<typeof exportSpending>> {
    return this.receipts.spending(actor, input);
  }
}
