import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { offerPasswordReset, remindUsername, resetPassword } from '@portal/proto/rpc/registration';
import { PasswordResetService } from './password-reset.service.js';
import { RecoveryService } from './recovery.service.js';

@Controller()
export class RecoveryHandlers {
  constructor(
    private readonly recovery: RecoveryService,
    private readonly resets: PasswordResetService,
  ) {}

  @Handle(remindUsername)
  remind(input: Parsed<typeof remindUsername>, call: Call): Promise<Reply<typeof remindUsername>> {
    return this.recovery.remindUsername(call.actor.county, input);
  }

  @Handle(offerPasswordReset)
  offer(input: Parsed<typeof offerPasswordReset>, call: Call): Promise<Reply<typeof offerPasswordReset>> {
    return this.recovery.offerReset(call.actor.county, input);
  }

  @Handle(resetPassword)
  reset(
    { ticket, password }: Parsed<typeof resetPassword>,
    call: Call,
  ): Promise<Reply<typeof resetPassword>> {
    return this.resets.reset(call.actor.county, ticket, password);
  }
}
