import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { holdFiling, openFilingCard, priceFiling, settleFiling } from '@portal/proto/rpc/payments';
import { FilingCardService } from './filing-card.service.js';
import { FilingService } from './filing.service.js';

@Controller()
export class FilingHandlers {
  constructor(
    private readonly filings: FilingService,
    private readonly cards: FilingCardService,
  ) {}

  @Handle(priceFiling)
  price(input: Parsed<typeof priceFiling>, call: Call): Promise<Reply<typeof priceFiling>> {
    return this.filings.price(call.actor, input, call.correlationId);
  }

  @Handle(openFilingCard)
  openCard(input: Parsed<typeof openFilingCard>, call: Call): Promise<Reply<typeof openFilingCard>> {
    return this.cards.open(call.actor, input, call.correlationId);
  }

  @Handle(holdFiling)
  hold(input: Parsed<typeof holdFiling>, { actor }: Call): Promise<Reply<typeof holdFiling>> {
    return this.filings.hold(actor, input);
  }

  @Handle(settleFiling)
  settle(
    { filing, taken }: Parsed<typeof settleFiling>,
    { actor }: Call,
  ): Promise<Reply<typeof settleFiling>> {
    return this.filings.settle(actor.county, filing, taken);
  }
}
