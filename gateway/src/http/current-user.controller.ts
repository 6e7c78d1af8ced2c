import { Body, Controller, Get, Post } from '@nestjs/common';
import { usageBalanceRequest, type CurrentUser } from '@portal/proto/http/session';
import { ok, type Result } from '@portal/proto/result';
import { parseInput } from '../answers/refusal.js';
import { Allow, everyone } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { CurrentVisit, type Visit } from '../session/visit.js';
import { CurrentUserWriter } from './current-user.js';

@Controller('currentUser')
@Allow(...everyone)
export class CurrentUserController {
  constructor(
    private readonly users: CurrentUserWriter,
    private readonly balance: UsageBalance,
  ) {}

  /** Returns the signed-in user (A1-33), so that a new tab of the browser is signed in too (web/DESIGN.md#tabs). */
  @Get('loginStatus')
  async loginStatus(@CurrentVisit() visit: Visit): Promise<Result<CurrentUser>> {
    return ok(await this.users.write(visit));
  }

  /**
   * The user id in the body is accepted but ignored: everyone sees their own account's balance
   * (SECURITY.md#where-we-ask-more-than-the-specification).
   */
  @Post('usageBalance')
  async usageBalance(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<{ usageBalance: string }>> {
    parseInput(usageBalanceRequest, body);
    this.balance.forgetOf(visit);
    return ok({ usageBalance: await this.balance.text(visit) });
  }
}
