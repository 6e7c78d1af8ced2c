import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { checkUserPurge, getUserPurge, listPurgedUsers, startUserPurge } from '@portal/proto/rpc/user-purge';
import { UserPurgeService } from './user-purge.service.js';

@Controller()
export class UserPurgeHandlers {
  constructor(private readonly purges: UserPurgeService) {}

  @Handle(checkUserPurge)
  check({ since }: Parsed<typeof checkUserPurge>, { actor }: Call): Promise<Reply<typeof checkUserPurge>> {
    return this.purges.check(actor, since);
  }

  @Handle(startUserPurge)
  start(input: Parsed<typeof startUserPurge>, { actor }: Call): Promise<Reply<typeof startUserPurge>> {
    return this.purges.start(actor, input);
  }

  @Handle(getUserPurge)
  standing(_input: Parsed<typeof getUserPurge>, { actor }: Call): Promise<Reply<typeof getUserPurge>> {
    return this.purges.standing(actor);
  }

  @Handle(listPurgedUsers)
  list(input: Parsed<typeof listPurgedUsers>, { actor }: Call): Promise<Reply<typeof listPurgedUsers>> {
    return this.purges.list(actor, input);
  }
}
