import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { RpcClient } from '@portal/infra/rpc';
import type { ImageRun, ImportList } from '@portal/proto/http/monitoring';
import { ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { listImageRuns } from '@portal/proto/rpc/imaging';
import { listImports } from '@portal/proto/rpc/search';
import { listedImport } from './imports.rules.js';

/**
 * Lists imports. The search service knows the state of an import's documents, and the imaging service knows the state
 * of its page images.
 */
@Injectable()
export class ImportsReader {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(actor: Actor): Promise<Result<ImportList>> {
    const listed = await this.rpc.call(listImports, {}, { actor });
    if (!listed.ok) return listed;
    const { imports } = listed.value;
    const runs = imports.flatMap(({ run }) => run ?? []);
    const images =
      runs.length > 0 ? await this.rpc.call(listImageRuns, { runs }, { actor }) : ok({ runs: [] });
    if (!images.ok)
      return ok({
        imports: imports.map(({ run: _run, ...one }) => ({ ...one, pageImages: null })),
        imagesSilent: true,
      });
    const begun = new Map(images.value.runs.map((one): [string, ImageRun] => [one.run, one]));
    const now = this.clock.now();
    return ok({ imports: imports.map((one) => listedImport(one, begun, now)), imagesSilent: false });
  }
}
