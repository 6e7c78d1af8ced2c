import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { listExchangeAnswers, makePackage, openPackage } from '@portal/proto/rpc/efile-exchange';
import { PackageService } from './package.service.js';

/** Handles the exchange with the office's land system: packages of filings go out, and answers come back. */
@Controller()
export class ExchangeHandlers {
  constructor(private readonly packages: PackageService) {}

  @Handle(makePackage)
  make(input: Parsed<typeof makePackage>, { actor }: Call): Promise<Reply<typeof makePackage>> {
    return this.packages.make(actor, input);
  }

  @Handle(openPackage)
  open(input: Parsed<typeof openPackage>, { actor }: Call): Promise<Reply<typeof openPackage>> {
    return this.packages.open(actor, input);
  }

  @Handle(listExchangeAnswers)
  answers(
    _input: Parsed<typeof listExchangeAnswers>,
    { actor }: Call,
  ): Promise<Reply<typeof listExchangeAnswers>> {
    return this.packages.listAnswers(actor);
  }
}
