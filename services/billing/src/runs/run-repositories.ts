import { Injectable } from '@nestjs/common';
import { BilledAccountRepository } from '../accounts/billed-account.repository.js';
import { TaskMonthRepository } from '../periods/task-month.repository.js';
import { RunRepository } from './run.repository.js';

/** The repositories that runs need. */
@Injectable()
export class RunRepositories {
  constructor(
    readonly runs: RunRepository,
    readonly accounts: BilledAccountRepository,
    readonly months: TaskMonthRepository,
  ) {}
}
