import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { saveAccount, type Account } from '@portal/proto/rpc/identity';
import { AccountService } from './account.service.js';

@Controller()
export class AccountHandlers {
  constructor(private readonly accounts: AccountService) {}

  @Handle(saveAccount)
  save(account: Account, call: Call): Promise<Reply<typeof saveAccount>> {
    return this.accounts.save(call.actor, account);
  }
}
