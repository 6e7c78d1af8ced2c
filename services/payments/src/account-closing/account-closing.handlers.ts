import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { closeAccount } from '@portal/proto/rpc/payments';
import { AccountClosingService } from './account-closing.service.js';

@Controller()
export class AccountClosingHandlers {
  constructor(private readonly closing: AccountClosingService) {}

  @Handle(closeAccount)
  close(input: Parsed<typeof closeAccount>, call: Call): Promise<Reply<typeof closeAccount>> {
    return this.closing.close(call.actor, input, call.correlationId);
  }
}
