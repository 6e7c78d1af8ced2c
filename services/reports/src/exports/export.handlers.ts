import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { exportSearch } from '@portal/proto/rpc/reports';
import { ExportService } from './export.service.js';

@Controller()
export class ExportHandlers {
  constructor(private readonly exports: ExportService) {}

  @Handle(exportSearch)
  search(
    { search, format }: Parsed<typeof exportSearch>,
    { actor }: Call,
  ): Promise<Reply<typeof exportSearch>> {
    return this.exports.export(actor, search, format);
  }
}
