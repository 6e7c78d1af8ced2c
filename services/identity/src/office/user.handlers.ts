import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { endSessions, saveUser, setUserStatus, type NewUser } from '@portal/proto/rpc/identity';
import { UserService } from './user.service.js';

@Controller()
export class UserHandlers {
  constructor(private readonly users: UserService) {}

  @Handle(saveUser)
  save(user: NewUser, call: Call): Promise<Reply<typeof saveUser>> {
    return this.users.save(call.actor, user);
  }

  @Handle(setUserStatus)
  setStatus(input: Parsed<typeof setUserStatus>, call: Call): Promise<Reply<typeof setUserStatus>> {
    return this.users.setStatus(call.actor, input.user, input.status);
  }

  @Handle(endSessions)
  endSessions({ user }: Parsed<typeof endSessions>, call: Call): Promise<Reply<typeof endSessions>> {
    return user === null ? this.users.endAllSessions(call.actor) : this.users.endSessions(call.actor, user);
  }
}
