import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { submitFiling, takeFiling } from '@portal/proto/rpc/efile';
import { FilingUploadService } from './filing-upload.service.js';
import { FilingService } from './filing.service.js';

@Controller()
export class FilingHandlers {
  constructor(
    private readonly uploads: FilingUploadService,
    private readonly filings: FilingService,
  ) {}

  @Handle(takeFiling)
  take(input: Parsed<typeof takeFiling>, { actor }: Call): Promise<Reply<typeof takeFiling>> {
    return this.uploads.take(actor, input);
  }

  @Handle(submitFiling)
  submit(input: Parsed<typeof submitFiling>, { actor }: Call): Promise<Reply<typeof submitFiling>> {
    return this.filings.submit(actor, input);
  }
}
