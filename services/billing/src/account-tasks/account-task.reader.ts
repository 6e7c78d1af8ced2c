import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { TasksOfAccount } from '@portal/proto/rpc/billing';
import { RunRepositories } from '../runs/run-repositories.js';
import { shownMonth } from '../runs/run.service.js';

const MONTHS_SHOWN = 24;

/** Reads an account and its latest months. */
@Injectable()
export class AccountTaskReader {
  constructor(
    private readonly database: Database,
    private readonly repositories: RunRepositories,
  ) {}

  read(county: string, id: string): Promise<Result<TasksOfAccount, 'NOT_FOUND'>> {
    return this.database.withCounty(county, async (tx) => {
      const known = await this.repositories.accounts.find(tx, id);
      if (!known) return fail('NOT_FOUND');
      const months = await this.repositories.months.listOfAccount(tx, id, MONTHS_SHOWN);
      const { name, status, accountType, lastTasks, needsBilling, needsImageRenewal } = known;
      return ok({
        ...{ id, name, active: status === 'A', accountType, lastTasks, needsBilling, needsImageRenewal },
        lastBilled: known.lastBilled?.toISOString() ?? null,
        lastImageRenewal: known.lastImageRenewal?.toISOString() ?? null,
        months: months.map(shownMonth),
      });
    });
  }
}
