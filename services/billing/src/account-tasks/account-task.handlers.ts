import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import {
  getAccountTasks,
  indicateTaskDone,
  prepareAccountRerun,
  runAccountTasks,
  saveAccountTasks,
} from '@portal/proto/rpc/billing';
import type { Parsed } from '@portal/proto/rpc/contract';
import { AccountTaskService } from './account-task.service.js';

@Controller()
export class AccountTaskHandlers {
  constructor(private readonly tasks: AccountTaskService) {}

  @Handle(getAccountTasks)
  get({ account }: Parsed<typeof getAccountTasks>, { actor }: Call): Promise<Reply<typeof getAccountTasks>> {
    return this.tasks.open(actor, account);
  }

  @Handle(saveAccountTasks)
  save(
    { account, lastTasks }: Parsed<typeof saveAccountTasks>,
    { actor }: Call,
  ): Promise<Reply<typeof saveAccountTasks>> {
    return this.tasks.save(actor, account, lastTasks);
  }

  @Handle(runAccountTasks)
  run({ account }: Parsed<typeof runAccountTasks>, { actor }: Call): Promise<Reply<typeof runAccountTasks>> {
    return this.tasks.run(actor, account);
  }

  @Handle(prepareAccountRerun)
  prepare(
    { account }: Parsed<typeof prepareAccountRerun>,
    { actor }: Call,
  ): Promise<Reply<typeof prepareAccountRerun>> {
    return this.tasks.prepareRerun(actor, account);
  }

  @Handle(indicateTaskDone)
  indicate(
    { account, task }: Parsed<typeof indicateTaskDone>,
    { actor }: Call,
  ): Promise<Reply<typeof indicateTaskDone>> {
    return this.tasks.indicateDone(actor, account, task);
  }
}
