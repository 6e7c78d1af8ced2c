import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import {
  countAccountSignIns,
  createManagedAccount,
  deleteManagedAccount,
  exportManagedAccounts,
  findAccountMail,
  getPageAccess,
  listManagedAccounts,
  openManagedAccount,
  resetPageAccess,
  saveManagedAccount,
  savePageAccess,
  toggleManagedAccount,
} from '@portal/proto/rpc/account-manager';
import { listBilledAccounts } from '@portal/proto/rpc/account-tasks';
import type { Parsed } from '@portal/proto/rpc/contract';
import { listLandLinkAccounts } from '@portal/proto/rpc/landlink';
import { AccountMailService } from './account-mail.service.js';
import { AccountManagerService } from './account-manager.service.js';
import { AccountRemoval } from './account-removal.js';
import { AccountManagerWriter } from './account-manager.writer.js';
import { AccountSignInsService } from './account-sign-ins.service.js';
import { PageAccessReset } from './page-access.reset.js';

@Controller()
export class AccountManagerHandlers {
  constructor(
    private readonly accounts: AccountManagerService,
    private readonly writer: AccountManagerWriter,
    private readonly pageAccessReset: PageAccessReset,
    private readonly removal: AccountRemoval,
    private readonly signIns: AccountSignInsService,
    private readonly mail: AccountMailService,
  ) {}

  @Handle(listManagedAccounts)
  list(
    input: Parsed<typeof listManagedAccounts>,
    { actor }: Call,
  ): Promise<Reply<typeof listManagedAccounts>> {
    return this.accounts.list(actor, input);
  }

  @Handle(exportManagedAccounts)
  export(
    input: Parsed<typeof exportManagedAccounts>,
    { actor }: Call,
  ): Promise<Reply<typeof exportManagedAccounts>> {
    return this.accounts.export(actor, input);
  }

  @Handle(listBilledAccounts)
  listBilled(
    input: Parsed<typeof listBilledAccounts>,
    { actor }: Call,
  ): Promise<Reply<typeof listBilledAccounts>> {
    return this.accounts.listBilled(actor, input);
  }

  @Handle(listLandLinkAccounts)
  listLandLink(
    { accounts }: Parsed<typeof listLandLinkAccounts>,
    { actor }: Call,
  ): Promise<Reply<typeof listLandLinkAccounts>> {
    return this.accounts.listLandLink(actor, accounts);
  }

  @Handle(openManagedAccount)
  open(
    { account }: Parsed<typeof openManagedAccount>,
    { actor }: Call,
  ): Promise<Reply<typeof openManagedAccount>> {
    return this.accounts.open(actor, account);
  }

  @Handle(countAccountSignIns)
  countSignIns(
    { account }: Parsed<typeof countAccountSignIns>,
    { actor }: Call,
  ): Promise<Reply<typeof countAccountSignIns>> {
    return this.signIns.count(actor, account);
  }

  @Handle(findAccountMail)
  findMail(
    { account }: Parsed<typeof findAccountMail>,
    { actor }: Call,
  ): Promise<Reply<typeof findAccountMail>> {
    return this.mail.find(actor, account);
  }

  @Handle(createManagedAccount)
  create(
    { id, entry }: Parsed<typeof createManagedAccount>,
    { actor }: Call,
  ): Promise<Reply<typeof createManagedAccount>> {
    return this.writer.create(actor, id, entry);
  }

  @Handle(saveManagedAccount)
  save(
    { account, entry, version }: Parsed<typeof saveManagedAccount>,
    { actor }: Call,
  ): Promise<Reply<typeof saveManagedAccount>> {
    return this.writer.save(actor, account, entry, version);
  }

  @Handle(toggleManagedAccount)
  toggle(
    { account, status }: Parsed<typeof toggleManagedAccount>,
    { actor }: Call,
  ): Promise<Reply<typeof toggleManagedAccount>> {
    return this.writer.setStatus(actor, account, status);
  }

  @Handle(deleteManagedAccount)
  remove(
    { account, seen }: Parsed<typeof deleteManagedAccount>,
    { actor }: Call,
  ): Promise<Reply<typeof deleteManagedAccount>> {
    return this.removal.remove(actor, account, seen);
  }

  @Handle(getPageAccess)
  pageAccess(
    { account }: Parsed<typeof getPageAccess>,
    { actor }: Call,
  ): Promise<Reply<typeof getPageAccess>> {
    return this.accounts.pageAccess(actor, account);
  }

  @Handle(savePageAccess)
  savePageAccess(
    { account, searches }: Parsed<typeof savePageAccess>,
    { actor }: Call,
  ): Promise<Reply<typeof savePageAccess>> {
    return this.writer.savePageAccess(actor, account, searches);
  }

  @Handle(resetPageAccess)
  resetPageAccess(
    _input: Parsed<typeof resetPageAccess>,
    { actor }: Call,
  ): Promise<Reply<typeof resetPageAccess>> {
    return this.pageAccessReset.ofAll(actor);
  }
}
