import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { renderPdf } from '@portal/proto/rpc/imaging';
import { PdfService } from './pdf.service.js';

@Controller()
export class PdfHandlers {
  constructor(private readonly pdfs: PdfService) {}

  @Handle(renderPdf)
  render(input: Parsed<typeof renderPdf>, { actor }: Call): Promise<Reply<typeof renderPdf>> {
    return this.pdfs.render(actor, input);
  }
}
