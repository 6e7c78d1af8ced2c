import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { fail, ok } from '@portal/proto/result';
import { listImports } from '@portal/proto/rpc/search';
import { ImportRunsRepository } from './import-runs.repository.js';
import { shownRun } from './import-runs.rules.js';

@Controller()
export class ImportRunsHandlers {
  constructor(private readonly repository: ImportRunsRepository) {}

  @Handle(listImports)
  async list(_: object, { actor }: Call): Promise<Reply<typeof listImports>> {
    if (actor.role !== 'TRIMIN') return fail('NOT_FOUND');
    const runs = await this.repository.list(actor.county);
    return ok({ imports: runs.map(shownRun) });
  }
}
