import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import {
  getBillingState,
  listTaskMonths,
  prepareCountyRerun,
  runCountyTasks,
} from '@portal/proto/rpc/billing';
import type { Parsed } from '@portal/proto/rpc/contract';
import { RunService } from './run.service.js';

@Controller()
export class RunHandlers {
  constructor(private readonly runs: RunService) {}

  @Handle(getBillingState)
  state(_input: Parsed<typeof getBillingState>, { actor }: Call): Promise<Reply<typeof getBillingState>> {
    return this.runs.state(actor);
  }

  @Handle(runCountyTasks)
  run(_input: Parsed<typeof runCountyTasks>, { actor }: Call): Promise<Reply<typeof runCountyTasks>> {
    return this.runs.run(actor);
  }

  @Handle(prepareCountyRerun)
  prepare(
    _input: Parsed<typeof prepareCountyRerun>,
    { actor }: Call,
  ): Promise<Reply<typeof prepareCountyRerun>> {
    return this.runs.prepareRerun(actor);
  }

  @Handle(listTaskMonths)
  list(input: Parsed<typeof listTaskMonths>, { actor }: Call): Promise<Reply<typeof listTaskMonths>> {
    return this.runs.list(actor, input);
  }
}
