import type { Catalogue } from '@portal/infra/catalogue';
import type { EfileCardAnswer, EfileImageAnswer } from '@portal/proto/http/efile';
import type { Language } from '@portal/proto/roles';
import type { Output } from '@portal/proto/rpc/contract';
import type { takeFiling } from '@portal/proto/rpc/efile';
import type { PaymentOutcome } from '@portal/proto/rpc/payments';
import { amountText } from '../answers/amounts.js';

const cardMessages = {
  CREDITED: 'server:efileCard.paid',
  AUTHORIZED: 'server:efileCard.refused',
  DECLINED: 'server:efileCard.declined',
  HELD_FOR_REVIEW: 'server:efileCard.held',
  REFUSED: 'server:efileCard.refused',
  PENDING: 'server:efileCard.pending',
} as const satisfies Record<PaymentOutcome, string>;

/** Writes the texts of e-filing that the server provides: amounts, and the outcome of a card payment. */
export class EfileTexts {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly language: Language,
  ) {}

  priced({ filing, pages, charges, lowResolution, sentBefore }: Output<typeof takeFiling>): EfileImageAnswer {
    const { firstPage, additionalPages, surcharge, total, funding, insufficient, paid = false } = charges;
    return {
      imageId: filing,
      numberOfPages: pages,
      firstPageCharge: this.dollars(firstPage),
      additionalPagesCharge: this.dollars(additionalPages),
      surcharge: surcharge === 0 ? '' : this.dollars(surcharge),
      totalCharge: this.dollars(total),
      // no card is needed for a document that is free or already paid
      paymentMethod: total === 0 || paid ? 'FREE' : funding,
      lowResolution: [...lowResolution],
      sentBefore: sentBefore === null ? '' : String(sentBefore),
      ...{ insufficient, paid },
    };
  }

  card(outcome: PaymentOutcome): EfileCardAnswer {
    return {
      completed: outcome === 'CREDITED',
      pending: outcome === 'PENDING' || outcome === 'HELD_FOR_REVIEW',
      message: this.catalogue.text(this.language, cardMessages[outcome]),
    };
  }

  private dollars(cents: number): string {
    return amountText(this.catalogue, this.language, 'USD', cents);
  }
}
