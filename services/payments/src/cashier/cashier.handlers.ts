import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import {
  decideOfficeEntry,
  getOfficeEntry,
  listOfficeEntries,
  postOfficeEntry,
} from '@portal/proto/rpc/cashier';
import type { Parsed } from '@portal/proto/rpc/contract';
import { CashierService } from './cashier.service.js';
import { CorrectionService } from './correction.service.js';
import { OfficeEntryReader } from './office-entry.reader.js';

@Controller()
export class CashierHandlers {
  constructor(
    private readonly cashier: CashierService,
    private readonly corrections: CorrectionService,
    private readonly reader: OfficeEntryReader,
  ) {}

  @Handle(listOfficeEntries)
  list(input: Parsed<typeof listOfficeEntries>, { actor }: Call): Promise<Reply<typeof listOfficeEntries>> {
    return this.reader.list(actor, input);
  }

  @Handle(getOfficeEntry)
  get({ id }: Parsed<typeof getOfficeEntry>, { actor }: Call): Promise<Reply<typeof getOfficeEntry>> {
    return this.reader.get(actor, id);
  }

  @Handle(postOfficeEntry)
  post(input: Parsed<typeof postOfficeEntry>, call: Call): Promise<Reply<typeof postOfficeEntry>> {
    return this.cashier.enter(call.actor, input, call.correlationId);
  }

  @Handle(decideOfficeEntry)
  decide(input: Parsed<typeof decideOfficeEntry>, call: Call): Promise<Reply<typeof decideOfficeEntry>> {
    return this.corrections.decide(call.actor, input, call.correlationId);
  }
}
