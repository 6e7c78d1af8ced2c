import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CountyConfigModule } from '@portal/infra/county-config';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { RpcModule } from '@portal/infra/rpc';
import { AccountLook } from './accounts/account-look.js';
import { AccountSource, IdentityAccounts } from './accounts/account-source.js';
import { BilledAccountRepository } from './accounts/billed-account.repository.js';
import { Rerun } from './accounts/rerun.js';
import { TaskFacts } from './accounts/task-facts.js';
import { AccountTaskHandlers } from './account-tasks/account-task.handlers.js';
import { AccountTaskReader } from './account-tasks/account-task.reader.js';
import { AccountTaskService } from './account-tasks/account-task.service.js';
import { ManualTasks } from './account-tasks/manual-tasks.js';
import { Charger, PaymentsCharger } from './charging/charger.js';
import { TaskCharging } from './charging/task-charging.service.js';
import { TaskMonthRepository } from './periods/task-month.repository.js';
import { CountyRun } from './runs/county-run.js';
import { RunRepositories } from './runs/run-repositories.js';
import { RunHandlers } from './runs/run.handlers.js';
import { RunRepository } from './runs/run.repository.js';
import { RunActions } from './runs/run-actions.js';
import { RunService } from './runs/run.service.js';
import { Ticker } from './runs/ticker.js';
import { WakeUps } from './runs/wake-ups.js';
import { ConfiguredSchedules, CountySchedules } from './schedule/county-schedules.js';
import { tables } from './tables.js';

/** Classes that read data of other services or charge accounts; tests replace these classes. */
const ports: Provider[] = [
  { provide: AccountSource, useClass: IdentityAccounts },
  { provide: Charger, useClass: PaymentsCharger },
  { provide: CountySchedules, useClass: ConfiguredSchedules },
];

@Module({})
export class BillingCore {
  /** Returns a module with all providers except the ports, which the caller passes. */
  static withPorts(given: Provider[]): DynamicModule {
    return {
      module: BillingCore,
      imports: [
        DatabaseModule.forService(tables),
        RpcModule.forService('billing'),
        EventsModule.forService('billing'),
      ],
      controllers: [RunHandlers, AccountTaskHandlers],
      providers: [
        ...[AccountLook, BilledAccountRepository, Rerun, TaskFacts],
        ...[TaskMonthRepository, TaskCharging],
        ...[CountyRun, RunRepositories, RunRepository, RunActions, RunService, Ticker, WakeUps],
        ...[AccountTaskReader, AccountTaskService, ManualTasks],
        ...given,
      ],
    };
  }
}

@Module({ imports: [CountyConfigModule.forService('billing'), BillingCore.withPorts(ports)] })
export class BillingModule {}
