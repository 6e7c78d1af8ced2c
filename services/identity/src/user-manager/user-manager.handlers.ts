import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { getOwnAccess } from '@portal/proto/rpc/identity';
import {
  createManagedUser,
  deleteManagedUser,
  exportManagedUsers,
  listManagedUsers,
  mailManagedReset,
  openManagedUser,
  saveManagedUser,
  setManagedPassword,
  toggleManagedUser,
} from '@portal/proto/rpc/user-manager';
import { ResetMailService } from './reset-mail.service.js';
import { UserManagerService } from './user-manager.service.js';
import { UserManagerWriter } from './user-manager.writer.js';

@Controller()
export class UserManagerHandlers {
  constructor(
    private readonly users: UserManagerService,
    private readonly writer: UserManagerWriter,
    private readonly resetMails: ResetMailService,
  ) {}

  @Handle(listManagedUsers)
  list(input: Parsed<typeof listManagedUsers>, { actor }: Call): Promise<Reply<typeof listManagedUsers>> {
    return this.users.list(actor, input);
  }

  @Handle(exportManagedUsers)
  export(
    input: Parsed<typeof exportManagedUsers>,
    { actor }: Call,
  ): Promise<Reply<typeof exportManagedUsers>> {
    return this.users.export(actor, input);
  }

  @Handle(openManagedUser)
  open({ user }: Parsed<typeof openManagedUser>, { actor }: Call): Promise<Reply<typeof openManagedUser>> {
    return this.users.open(actor, user);
  }

  @Handle(getOwnAccess)
  ownAccess(_: Parsed<typeof getOwnAccess>, { actor }: Call): Promise<Reply<typeof getOwnAccess>> {
    return this.users.ownAccess(actor);
  }

  @Handle(createManagedUser)
  create(
    { id, entry }: Parsed<typeof createManagedUser>,
    { actor }: Call,
  ): Promise<Reply<typeof createManagedUser>> {
    return this.writer.create(actor, id, entry);
  }

  @Handle(saveManagedUser)
  save(
    { user, entry, version }: Parsed<typeof saveManagedUser>,
    { actor }: Call,
  ): Promise<Reply<typeof saveManagedUser>> {
    return this.writer.save(actor, user, entry, version);
  }

  @Handle(toggleManagedUser)
  toggle(
    { user, status }: Parsed<typeof toggleManagedUser>,
    { actor }: Call,
  ): Promise<Reply<typeof toggleManagedUser>> {
    return this.writer.setStatus(actor, user, status);
  }

  @Handle(deleteManagedUser)
  remove(
    { user }: Parsed<typeof deleteManagedUser>,
    { actor }: Call,
  ): Promise<Reply<typeof deleteManagedUser>> {
    return this.writer.remove(actor, user);
  }

  @Handle(setManagedPassword)
  setPassword(
    { user, password }: Parsed<typeof setManagedPassword>,
    { actor }: Call,
  ): Promise<Reply<typeof setManagedPassword>> {
    return this.writer.setPassword(actor, user, password);
  }

  @Handle(mailManagedReset)
  mailReset(
    input: Parsed<typeof mailManagedReset>,
    { actor }: Call,
  ): Promise<Reply<typeof mailManagedReset>> {
    return this.resetMails.send(actor, input);
  }
}
