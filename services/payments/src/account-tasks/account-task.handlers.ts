import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { chargeAccountTask } from '@portal/proto/rpc/account-tasks';
import type { Parsed } from '@portal/proto/rpc/contract';
import { TaskCharge } from './task-charge.js';

@Controller()
export class AccountTaskHandlers {
  constructor(private readonly charges: TaskCharge) {}

  @Handle(chargeAccountTask)
  charge(input: Parsed<typeof chargeAccountTask>, call: Call): Promise<Reply<typeof chargeAccountTask>> {
    return this.charges.charge(call.actor, input, call.correlationId);
  }
}
