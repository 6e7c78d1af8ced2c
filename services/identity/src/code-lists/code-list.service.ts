import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import type { CodeDescription } from '@portal/proto/http/envelope';
import { ok, type Ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { DescribedAccount } from '@portal/proto/rpc/identity';
import { CodeListRepository, type Named } from './code-list.repository.js';
import { codeListScope } from './code-list.rules.js';

type List = (tx: Tx, account: string | null, begins: string) => Promise<CodeDescription[]>;

/** Lists the users and accounts that forms offer in choice lists (B7-11, B7-12). */
@Injectable()
export class CodeListService {
  constructor(
    private readonly database: Database,
    private readonly lists: CodeListRepository,
  ) {}

  users(actor: Actor, begins: string): Promise<Ok<CodeDescription[]>> {
    return this.list(actor, begins, (...asked) => this.lists.listUsers(...asked));
  }

  accounts(actor: Actor, begins: string): Promise<Ok<CodeDescription[]>> {
    return this.list(actor, begins, (...asked) => this.lists.listAccounts(...asked));
  }

  /**
   * Returns the usernames that the actor may see: those of the whole county for staff, those of the account for its
   * administrator, and otherwise only the actor's own.
   */
  async usernames(actor: Actor, users: readonly string[]): Promise<Ok<Named[]>> {
    const scope = codeListScope(actor);
    const asked = scope === 'NONE' ? users.filter((user) => user === actor.user) : users;
    const account = typeof scope === 'object' ? scope.account : null;
    return ok(
      await this.database.withCounty(actor.county, (tx) => this.lists.listUsernames(tx, account, asked)),
    );
  }

  /**
   * Describes only accounts that the actor may see. A service that asks on behalf of a user sees only what that user
   * may see.
   */
  async describe(actor: Actor, accounts: readonly string[]): Promise<Ok<DescribedAccount[]>> {
    const scope = codeListScope(actor);
    const asked =
      scope === 'COUNTY' ? accounts : accounts.filter((id) => id === (actor.account ?? undefined));
    return ok(await this.database.withCounty(actor.county, (tx) => this.lists.describeAccounts(tx, asked)));
  }

  private async list(actor: Actor, begins: string, list: List): Promise<Ok<CodeDescription[]>> {
    const scope = codeListScope(actor);
    if (scope === 'NONE') return ok([]);
    const account = scope === 'COUNTY' ? null : scope.account;
    return ok(await this.database.withCounty(actor.county, (tx) => list(tx, account, begins)));
  }
}
