import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { ok } from '@portal/proto/result';
import { announceCounty, listCounties, saveCounty, type County } from '@portal/proto/rpc/admin-config';
import { CountyService } from './county.service.js';

@Controller()
export class CountyHandlers {
  constructor(private readonly counties: CountyService) {}

  @Handle(listCounties)
  async list(): Promise<Reply<typeof listCounties>> {
    return ok(await this.counties.list());
  }

  @Handle(saveCounty)
  save(county: County, call: Call): Promise<Reply<typeof saveCounty>> {
    return this.counties.save(county, call.actor);
  }

  @Handle(announceCounty)
  announce(_input: object, call: Call): Promise<Reply<typeof announceCounty>> {
    return this.counties.announce(call.actor);
  }
}
