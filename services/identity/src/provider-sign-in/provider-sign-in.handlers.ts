import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  beginProviderSignIn,
  endProviderSessions,
  findProviderLogout,
  finishProviderSignIn,
} from '@portal/proto/rpc/provider-sign-in';
import { ProviderLogoutService } from './provider-logout.service.js';
import { ProviderSignInService } from './provider-sign-in.service.js';

@Controller()
export class ProviderSignInHandlers {
  constructor(
    private readonly signIns: ProviderSignInService,
    private readonly logouts: ProviderLogoutService,
  ) {}

  @Handle(beginProviderSignIn)
  begin(input: Parsed<typeof beginProviderSignIn>, call: Call): Promise<Reply<typeof beginProviderSignIn>> {
    return this.signIns.begin(call.actor, input);
  }

  @Handle(finishProviderSignIn)
  finish(
    input: Parsed<typeof finishProviderSignIn>,
    call: Call,
  ): Promise<Reply<typeof finishProviderSignIn>> {
    return this.signIns.finish(call.actor, input);
  }

  @Handle(findProviderLogout)
  findLogout(
    { origin }: Parsed<typeof findProviderLogout>,
    call: Call,
  ): Promise<Reply<typeof findProviderLogout>> {
    return this.logouts.find(call.actor.county, origin);
  }

  @Handle(endProviderSessions)
  endSessions(
    { logoutToken }: Parsed<typeof endProviderSessions>,
    call: Call,
  ): Promise<Reply<typeof endProviderSessions>> {
    return this.logouts.end(call.actor.county, logoutToken);
  }
}
