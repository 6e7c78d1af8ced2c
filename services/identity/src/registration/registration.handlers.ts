import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { completeRegistration, signUp } from '@portal/proto/rpc/registration';
import { RegistrationCompletion } from './registration.completion.js';
import { RegistrationService } from './registration.service.js';

@Controller()
export class RegistrationHandlers {
  constructor(
    private readonly registrations: RegistrationService,
    private readonly completion: RegistrationCompletion,
  ) {}

  @Handle(signUp)
  signUp(input: Parsed<typeof signUp>, call: Call): Promise<Reply<typeof signUp>> {
    return this.registrations.signUp(call.actor.county, input);
  }

  @Handle(completeRegistration)
  complete(
    input: Parsed<typeof completeRegistration>,
    call: Call,
  ): Promise<Reply<typeof completeRegistration>> {
    return this.completion.complete(call.actor.county, input);
  }
}
