import { Controller, Module } from '@nestjs/common';
import type { Config } from '@portal/infra/config';
import { Handle, startServiceInProcess, type RunningService } from '@portal/infra/rpc';
import { sectionDefaults } from '@portal/proto/config/sections';
import { ok, type Result } from '@portal/proto/result';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import { getSections, listCounties } from '@portal/proto/rpc/admin-config';
import { describePages, renderPdf } from '@portal/proto/rpc/imaging';
import { describeDocument } from '@portal/proto/rpc/search';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stand-ins for the other services that the payments service calls, for tests that run the payments service as real
 * processes.
 */
@Controller()
class StandInSearch {
  @Handle(describeDocument)
  describe({
    documentKey,
  }: Parsed<typeof describeDocument>): Promise<Result<Output<typeof describeDocument>, never>> {
    const [documentType, documentNumber] = [documentKey.slice(0, 1), documentKey.slice(1)];
    const instrument = { instrumentCode: 'WD', instrumentDescription: 'Warranty Deed' };
    return Promise.resolve(
      ok({ documentKey, documentType, documentNumber, displayDocNumber: documentKey, ...instrument }),
    );
  }
}

@Controller()
class StandInImaging {
  @Handle(describePages)
  describe(_: Parsed<typeof describePages>): Promise<Result<Output<typeof describePages>, never>> {
    return Promise.resolve(ok({ pageCount: 12, version: 1 }));
  }

  /** Takes up to 100 ms, so that processes die while a PDF is being written. */
  @Handle(renderPdf)
  async render({
    documentKey,
    pages,
  }: Parsed<typeof renderPdf>): Promise<Result<Output<typeof renderPdf>, never>> {
    await sleep(Math.random() * 100);
    return ok({
      objectKey: `lake/pdf/${documentKey}/1-${pages.join('-')}.pdf`,
      sha256: '0'.repeat(64),
      size: 1,
    });
  }
}

@Controller()
class StandInConfig {
  @Handle(getSections)
  sections({ names }: Parsed<typeof getSections>): Promise<Result<Output<typeof getSections>, never>> {
    const prices = { imageDocument: 400, imageFirstPage: 200, imageAdditionalPages: 50 };
    const value = (name: (typeof names)[number]) =>
      name === 'aLaCarte' ? { ...sectionDefaults(name), ...prices } : sectionDefaults(name);
    return Promise.resolve(ok(names.map((name) => ({ name, version: 1, value: value(name) }))));
  }

  @Handle(listCounties)
  counties(_: Parsed<typeof listCounties>): Promise<Result<Output<typeof listCounties>, never>> {
    return Promise.resolve(ok([]));
  }
}

@Module({ controllers: [StandInSearch] })
class SearchNeighbour {}
@Module({ controllers: [StandInImaging] })
class ImagingNeighbour {}
@Module({ controllers: [StandInConfig] })
class ConfigNeighbour {}

export function startNeighbours(config: Config): Promise<RunningService[]> {
  return Promise.all([
    startServiceInProcess('search', SearchNeighbour, { config, contracts: [describeDocument] }),
    startServiceInProcess('imaging', ImagingNeighbour, { config, contracts: [describePages, renderPdf] }),
    startServiceInProcess('admin-config', ConfigNeighbour, {
      config,
      contracts: [getSections, listCounties],
    }),
  ]);
}
