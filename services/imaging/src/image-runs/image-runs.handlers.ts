import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { fail, ok } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import { listImageRuns } from '@portal/proto/rpc/imaging';
import { ImageRunsRepository } from './image-runs.repository.js';

@Controller()
export class ImageRunsHandlers {
  constructor(private readonly repository: ImageRunsRepository) {}

  @Handle(listImageRuns)
  async list({ runs }: Parsed<typeof listImageRuns>, { actor }: Call): Promise<Reply<typeof listImageRuns>> {
    if (actor.role !== 'TRIMIN') return fail('NOT_FOUND');
    return ok({ runs: await this.repository.list(actor.county, runs) });
  }
}
