import { Body, Controller, Post } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { accountReference } from '@portal/proto/http/accounts';
import { fail, type Result } from '@portal/proto/result';
import { isStaff } from '@portal/proto/roles';
import { beginAccountView, endAccountView } from '@portal/proto/rpc/account-views';
import { parseInput } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { SessionReader } from '../session/session-reader.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** Lets staff see the portal as a user of an account would (DECISIONS.md#panel-89). */
@Controller()
export class AccountViewController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionReader,
  ) {}

  @Post('controlPanel/accountView')
  @Allow('TRIMIN', 'COUNTY')
  @Unproved('a view takes rights away, changes nothing and is in the audit log')
  async begin(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<object>> {
    const { accountId: account } = parseInput(accountReference, body);
    const answer = await this.rpc.call(beginAccountView, { account }, { actor: actorOf(visit) });
    this.sessions.forget(visit.tokenHash);
    return answer;
  }

  /**
   * Ends a view. The role USER may do so, because staff have this role in a view. Nothing changes for staff whose view
   * has already ended.
   */
  @Post('currentUser/leaveView')
  @Allow('TRIMIN', 'COUNTY', 'USER')
  async leave(@CurrentVisit() visit: Visit): Promise<Result<object>> {
    const { role, view } = visit.session?.user ?? {};
    if (role !== undefined && !isStaff(role) && !view) return fail('NOT_FOUND');
    const answer = await this.rpc.call(endAccountView, {}, { actor: actorOf(visit) });
    this.sessions.forget(visit.tokenHash);
    return answer;
  }
}
