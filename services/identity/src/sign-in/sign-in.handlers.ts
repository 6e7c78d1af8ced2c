import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { signIn, signInGuest } from '@portal/proto/rpc/identity';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInHandlers {
  constructor(private readonly signIns: SignInService) {}

  @Handle(signIn)
  signIn(input: Parsed<typeof signIn>, call: Call): Promise<Reply<typeof signIn>> {
    return this.signIns.signIn(call.actor.county, input);
  }

  @Handle(signInGuest)
  signInGuest(input: Parsed<typeof signInGuest>, call: Call): Promise<Reply<typeof signInGuest>> {
    return this.signIns.signInGuest(call.actor.county, input);
  }
}
