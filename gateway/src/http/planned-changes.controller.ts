import { Body, Controller, Get, Post } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { withdrawPlanRequest } from '@portal/proto/http/county-config';
import { ok, type Result } from '@portal/proto/result';
import { listSectionPlans, withdrawSectionPlan, type SectionPlan } from '@portal/proto/rpc/section-plans';
import { Told } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Proved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** Lists the planned changes of the county's fees. */
@Controller('controlPanel/plannedChanges')
@Allow('TRIMIN', 'COUNTY')
export class PlannedChangesController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(@CurrentVisit() visit: Visit): Promise<Result<{ plans: SectionPlan[] }>> {
    const answer = await this.rpc.call(listSectionPlans, {}, { actor: actorOf(visit) });
    return answer.ok ? ok({ plans: answer.value }) : answer;
  }

  @Post('withdraw')
  @Proved()
  async withdraw(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<Told<object>>> {
    const answer = await this.rpc.call(withdrawSectionPlan, parseInput(withdrawPlanRequest, body), {
      actor: actorOf(visit),
    });
    return answer.ok ? ok(new Told(answer.value, 'panel:planWithdrawn')) : answer;
  }
}
