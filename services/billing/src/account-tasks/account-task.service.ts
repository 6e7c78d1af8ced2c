import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { fail, type Result } from '@portal/proto/result';
import type { AccountTask } from '@portal/proto/http/billing';
import type { Actor } from '@portal/proto/rpc/actor';
import type { TasksOfAccount } from '@portal/proto/rpc/billing';
import { AccountLook } from '../accounts/account-look.js';
import { TaskCharging } from '../charging/task-charging.service.js';
import { CountySchedules, type Schedule } from '../schedule/county-schedules.js';
import { isOffice } from '../runs/run.service.js';
import { AccountTaskReader } from './account-task.reader.js';
import { ManualTasks } from './manual-tasks.js';

type Opened<E extends string = never> = Promise<Result<TasksOfAccount, 'NOT_FOUND' | (E & 'TASK_UNDER_WAY')>>;

/**
 * Serves the screen of account tasks: shows the due tasks of one account, and handles the actions of staff on them
 * (C2-54 to C2-58).
 */
@Injectable()
export class AccountTaskService {
  constructor(
    private readonly database: Database,
    private readonly schedules: CountySchedules,
    private readonly look: AccountLook,
    private readonly charging: TaskCharging,
    private readonly manual: ManualTasks,
    private readonly reading: AccountTaskReader,
  ) {}

  async open(actor: Actor, account: string): Opened {
    if (!isOffice(actor)) return fail('NOT_FOUND');
    await this.look.at(await this.schedules.of(actor.county), [account]);
    return this.reading.read(actor.county, account);
  }

  /** Charges the due tasks of an account, and answers when that is done. */
  async run(actor: Actor, account: string): Opened<'TASK_UNDER_WAY'> {
    const opened = await this.open(actor, account);
    if (!opened.ok) return opened;
    const { county } = actor;
    await this.database.withCounty(county, (tx) => this.manual.tryAgain(tx, actor, account));
    const tasks = ['MONTHLY_FEE', 'IMAGE_RENEWAL'] as const;
    await this.charging.chargeAll(county, { tasks, account, run: null });
    const after = await this.reading.read(county, account);
    const isUnderWay = after.ok && after.value.months.some(({ state }) => state === 'CHARGING');
    return isUnderWay ? fail('TASK_UNDER_WAY') : after;
  }

  async prepareRerun(actor: Actor, account: string): Opened {
    if (actor.role !== 'TRIMIN') return fail('NOT_FOUND');
    const opened = await this.open(actor, account);
    if (!opened.ok) return opened;
    await this.manual.prepareRerun(actor, account, await this.schedules.of(actor.county));
    return this.reading.read(actor.county, account);
  }

  indicateDone(actor: Actor, account: string, task: AccountTask): Opened<'TASK_UNDER_WAY'> {
    return this.change(actor, account, (tx, schedule) =>
      this.manual.indicateDone(tx, actor, schedule, { account, task }),
    );
  }

  save(actor: Actor, account: string, lastTasks: string): Opened<'TASK_UNDER_WAY'> {
    return this.change(actor, account, (tx, schedule) =>
      this.manual.setLastTasks(tx, actor, schedule, { account, lastTasks }),
    );
  }

  private async change(
    actor: Actor,
    account: string,
    work: (tx: Tx, schedule: Schedule) => Promise<boolean>,
  ): Opened<'TASK_UNDER_WAY'> {
    const opened = await this.open(actor, account);
    if (!opened.ok) return opened;
    const schedule = await this.schedules.of(actor.county);
    const isDone = await this.database.withCounty(actor.county, (tx) => work(tx, schedule));
    return isDone ? this.reading.read(actor.county, account) : fail('TASK_UNDER_WAY');
  }
}
