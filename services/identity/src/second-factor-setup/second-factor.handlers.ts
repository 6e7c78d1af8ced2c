import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  confirmSecondFactor,
  getSecondFactor,
  offerSecondFactor,
  proveAgain,
  removeSecondFactor,
} from '@portal/proto/rpc/second-factor';
import { StepUpService } from '../profile/step-up.service.js';
import { SecondFactorService } from './second-factor.service.js';

@Controller()
export class SecondFactorHandlers {
  constructor(
    private readonly factors: SecondFactorService,
    private readonly stepUps: StepUpService,
  ) {}

  @Handle(proveAgain)
  prove(input: Parsed<typeof proveAgain>, call: Call): Promise<Reply<typeof proveAgain>> {
    return this.stepUps.prove(call.actor, input);
  }

  @Handle(getSecondFactor)
  get(_input: Parsed<typeof getSecondFactor>, call: Call): Promise<Reply<typeof getSecondFactor>> {
    return this.factors.get(call.actor);
  }

  @Handle(offerSecondFactor)
  offer(input: Parsed<typeof offerSecondFactor>, call: Call): Promise<Reply<typeof offerSecondFactor>> {
    return this.factors.offer(call.actor, input);
  }

  @Handle(confirmSecondFactor)
  confirm(input: Parsed<typeof confirmSecondFactor>, call: Call): Promise<Reply<typeof confirmSecondFactor>> {
    return this.factors.confirm(call.actor, input);
  }

  @Handle(removeSecondFactor)
  remove(input: Parsed<typeof removeSecondFactor>, call: Call): Promise<Reply<typeof removeSecondFactor>> {
    return this.factors.remove(call.actor, input);
  }
}
