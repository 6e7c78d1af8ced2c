import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { listSectionPlans, planSection, withdrawSectionPlan } from '@portal/proto/rpc/section-plans';
import { PlanService } from './plan.service.js';

@Controller()
export class PlanHandlers {
  constructor(private readonly plans: PlanService) {}

  @Handle(listSectionPlans)
  list(_: Parsed<typeof listSectionPlans>, { actor }: Call): Promise<Reply<typeof listSectionPlans>> {
    return this.plans.list(actor);
  }

  @Handle(planSection)
  plan(input: Parsed<typeof planSection>, { actor }: Call): Promise<Reply<typeof planSection>> {
    return this.plans.plan(actor, input);
  }

  @Handle(withdrawSectionPlan)
  withdraw(
    { id }: Parsed<typeof withdrawSectionPlan>,
    { actor }: Call,
  ): Promise<Reply<typeof withdrawSectionPlan>> {
    return this.plans.withdraw(actor, id);
  }
}
