import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import type { ManagedUser } from '@portal/proto/http/user-manager';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { getOwnAccess } from '@portal/proto/rpc/identity';
import { exportBatch, type exportManagedUsers, type listManagedUsers } from '@portal/proto/rpc/user-manager';
import { saveShown } from '../accounts/save-shown.rules.js';
import { codeListScope } from '../code-lists/code-list.rules.js';
import { ManagedUserRepository } from './managed-user.repository.js';
import type { UserQuery } from './user-list.sql.js';
import { UserRepository } from '../users/user.repository.js';
import { mayManage } from './managed-user.rules.js';

const YEAR_MS = 365 * 24 * 60 * 60_000;

/** Lists users and opens entries for the user manager (C1-01 to C1-12). */
@Injectable()
export class UserManagerService {
  constructor(
    private readonly database: Database,
    private readonly users: ManagedUserRepository,
    private readonly rows: UserRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Lists users. An ACCOUNT user sees only the users of their own account, whatever account the query contains. */
  async list(actor: Actor, query: UserQuery): Promise<Result<Output<typeof listManagedUsers>, 'NOT_FOUND'>> {
    const scope = codeListScope(actor);
    if (scope === 'NONE') return fail('NOT_FOUND');
    const account = scope === 'COUNTY' ? query.accountId : scope.account;
    const [users, total] = await this.database.withCounty(actor.county, async (tx) => [
      await this.users.list(tx, account, query),
      await this.users.count(tx, account, query),
    ]);
    return ok({ users, total });
  }

  /** Returns the next batch of all users that the filters select, for the export of the user list. */
  async export(
    actor: Actor,
    { after, ...query }: Parsed<typeof exportManagedUsers>,
  ): Promise<Result<ManagedUser[], 'NOT_FOUND'>> {
    const scope = codeListScope(actor);
    if (scope === 'NONE') return fail('NOT_FOUND');
    const account = scope === 'COUNTY' ? query.accountId : scope.account;
    const part = { after, limit: exportBatch };
    return ok(
      await this.database.withCounty(actor.county, (tx) => this.users.listBehind(tx, account, query, part)),
    );
  }

  async ownAccess(actor: Actor): Promise<Result<Output<typeof getOwnAccess>, 'NOT_FOUND'>> {
    const { user } = actor;
    if (user === null) return fail('NOT_FOUND');
    const found = await this.database.withCounty(actor.county, (tx) => this.rows.findAccess(tx, user));
    return found ? ok({ setAt: found.setAt?.toISOString() ?? null }) : fail('NOT_FOUND');
  }

  async open(actor: Actor, id: string): Promise<Result<ManagedUser, 'NOT_FOUND'>> {
    const since = new Date(this.clock.now().getTime() - YEAR_MS);
    return this.database.withCounty(actor.county, async (tx) => {
      const user = await this.users.find(tx, id, since);
      if (!user || !mayManage(actor, { role: user.role, account: user.accountId })) return fail('NOT_FOUND');
      return ok({ ...user, ...saveShown(await this.users.saves.findSaver(tx, id), actor) });
    });
  }
}
