import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { ok } from '@portal/proto/result';
import { getSections, saveSection } from '@portal/proto/rpc/admin-config';
import type { Parsed } from '@portal/proto/rpc/contract';
import { SectionService } from './section.service.js';

@Controller()
export class SectionHandlers {
  constructor(private readonly sections: SectionService) {}

  @Handle(getSections)
  async get({ names }: Parsed<typeof getSections>, call: Call): Promise<Reply<typeof getSections>> {
    return ok(await this.sections.list(call.actor.county, names));
  }

  @Handle(saveSection)
  save(input: Parsed<typeof saveSection>, call: Call): Promise<Reply<typeof saveSection>> {
    return this.sections.save(call.actor, input);
  }
}
