import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { ok } from '@portal/proto/result';
import {
  getSections,
  listSections,
  listSectionVersions,
  openSection,
  reloadConfiguration,
  saveSection,
} from '@portal/proto/rpc/admin-config';
import type { Parsed } from '@portal/proto/rpc/contract';
import { ReloadService } from './reload.service.js';
import { SectionEditingService } from './section-editing.service.js';
import { SectionService } from './section.service.js';

@Controller()
export class SectionHandlers {
  constructor(
    private readonly sections: SectionService,
    private readonly editing: SectionEditingService,
    private readonly reloading: ReloadService,
  ) {}

  @Handle(getSections)
  async get({ names }: Parsed<typeof getSections>, call: Call): Promise<Reply<typeof getSections>> {
    return ok(await this.sections.list(call.actor.county, names));
  }

  @Handle(listSections)
  list(_: Parsed<typeof listSections>, { actor }: Call): Promise<Reply<typeof listSections>> {
    return this.editing.list(actor);
  }

  @Handle(openSection)
  open({ name }: Parsed<typeof openSection>, { actor }: Call): Promise<Reply<typeof openSection>> {
    return this.editing.open(actor, name);
  }

  @Handle(listSectionVersions)
  versions(
    { name, before }: Parsed<typeof listSectionVersions>,
    { actor }: Call,
  ): Promise<Reply<typeof listSectionVersions>> {
    return this.editing.versions(actor, name, before);
  }

  @Handle(saveSection)
  save(input: Parsed<typeof saveSection>, call: Call): Promise<Reply<typeof saveSection>> {
    return this.sections.save(call.actor, input);
  }

  @Handle(reloadConfiguration)
  reload(_: Parsed<typeof reloadConfiguration>, { actor }: Call): Promise<Reply<typeof reloadConfiguration>> {
    return this.reloading.reload(actor);
  }
}
