import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { fail, ok } from '@portal/proto/result';
import { beginAccountView, endAccountView } from '@portal/proto/rpc/account-views';
import type { Parsed } from '@portal/proto/rpc/contract';
import { openSession, signOut, signOutEverywhere, touchSessions } from '@portal/proto/rpc/identity';
import { AccountViewService } from './account-view.service.js';
import { SessionService } from './session.service.js';

@Controller()
export class SessionHandlers {
  constructor(
    private readonly sessions: SessionService,
    private readonly views: AccountViewService,
  ) {}

  @Handle(openSession)
  async open({ tokenHash }: Parsed<typeof openSession>, call: Call): Promise<Reply<typeof openSession>> {
    return ok(await this.sessions.open(call.actor.county, tokenHash));
  }

  @Handle(touchSessions)
  async touch(
    { tokenHashes }: Parsed<typeof touchSessions>,
    call: Call,
  ): Promise<Reply<typeof touchSessions>> {
    await this.sessions.touch(call.actor.county, tokenHashes);
    return ok({});
  }

  @Handle(signOutEverywhere)
  async signOutEverywhere(
    _input: Parsed<typeof signOutEverywhere>,
    call: Call,
  ): Promise<Reply<typeof signOutEverywhere>> {
    const ended = await this.sessions.signOutEverywhere(call.actor);
    return ended === undefined ? fail('NOT_FOUND') : ok({ ended });
  }

  @Handle(signOut)
  async signOut(_input: Parsed<typeof signOut>, call: Call): Promise<Reply<typeof signOut>> {
    await this.sessions.signOut(call.actor);
    return ok({});
  }

  @Handle(beginAccountView)
  beginView(
    { account }: Parsed<typeof beginAccountView>,
    call: Call,
  ): Promise<Reply<typeof beginAccountView>> {
    return this.views.begin(call.actor, account);
  }

  @Handle(endAccountView)
  async endView(_input: Parsed<typeof endAccountView>, call: Call): Promise<Reply<typeof endAccountView>> {
    await this.views.end(call.actor);
    return ok({});
  }
}
