import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { describeAccounts, listAccountCodes, listUserCodes, listUsernames } from '@portal/proto/rpc/identity';
import { CodeListService } from './code-list.service.js';

@Controller()
export class CodeListHandlers {
  constructor(private readonly lists: CodeListService) {}

  @Handle(listUserCodes)
  users({ filterText }: Parsed<typeof listUserCodes>, { actor }: Call): Promise<Reply<typeof listUserCodes>> {
    return this.lists.users(actor, filterText);
  }

  @Handle(listUsernames)
  usernames({ users }: Parsed<typeof listUsernames>, { actor }: Call): Promise<Reply<typeof listUsernames>> {
    return this.lists.usernames(actor, users);
  }

  @Handle(listAccountCodes)
  accounts(
    { filterText }: Parsed<typeof listAccountCodes>,
    { actor }: Call,
  ): Promise<Reply<typeof listAccountCodes>> {
    return this.lists.accounts(actor, filterText);
  }

  @Handle(describeAccounts)
  describe(
    { accounts }: Parsed<typeof describeAccounts>,
    { actor }: Call,
  ): Promise<Reply<typeof describeAccounts>> {
    return this.lists.describe(actor, accounts);
  }
}
