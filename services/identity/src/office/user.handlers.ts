import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  endSessions,
  inviteCountyUser,
  inviteProviderUser,
  listSignedIn,
  saveUser,
  setUserStatus,
  type NewUser,
} from '@portal/proto/rpc/identity';
import { FirstUserService } from './first-user.service.js';
import { SignedInService } from './signed-in.service.js';
import { UserService } from './user.service.js';

@Controller()
export class UserHandlers {
  constructor(
    private readonly users: UserService,
    private readonly signedIn: SignedInService,
    private readonly firstUsers: FirstUserService,
  ) {}

  @Handle(saveUser)
  save(user: NewUser, call: Call): Promise<Reply<typeof saveUser>> {
    return this.users.save(call.actor, user);
  }

  @Handle(inviteCountyUser)
  invite(input: Parsed<typeof inviteCountyUser>, call: Call): Promise<Reply<typeof inviteCountyUser>> {
    return this.firstUsers.invite(call.actor, input, 'COUNTY');
  }

  @Handle(inviteProviderUser)
  inviteProvider(
    input: Parsed<typeof inviteProviderUser>,
    call: Call,
  ): Promise<Reply<typeof inviteProviderUser>> {
    return this.firstUsers.invite(call.actor, input, 'TRIMIN');
  }

  @Handle(setUserStatus)
  setStatus(input: Parsed<typeof setUserStatus>, call: Call): Promise<Reply<typeof setUserStatus>> {
    return this.users.setStatus(call.actor, input.user, input.status);
  }

  @Handle(endSessions)
  endSessions({ user }: Parsed<typeof endSessions>, call: Call): Promise<Reply<typeof endSessions>> {
    return user === null ? this.signedIn.endAll(call.actor) : this.users.endSessions(call.actor, user);
  }

  @Handle(listSignedIn)
  listSignedIn(_input: Parsed<typeof listSignedIn>, call: Call): Promise<Reply<typeof listSignedIn>> {
    return this.signedIn.list(call.actor);
  }
}
