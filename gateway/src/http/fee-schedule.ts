import type { DownloadOrder } from '@portal/proto/http/orders';
import type { Language } from '@portal/proto/roles';
import type { Quote } from '@portal/proto/rpc/payments';
import type * as z from 'zod/mini';
import type { feeSchedule } from '@portal/proto/http/orders';
import { amountText } from '../answers/amounts.js';
import type { Catalogue } from '@portal/infra/catalogue';
import { AddOnTexts } from './add-on-texts.js';
import { escrowOptionsOf } from './escrow-options.js';

type FeeSchedule = z.infer<typeof feeSchedule>;
type Line = Quote['lines'][number];

const purchaseMessages = {
  ESCROW: 'server:escrowMessage',
  INVOICE: 'server:invoiceMessage',
  FLAT_FEE: 'server:flatFeeMessage',
  CREDIT_CARD: 'server:card.message',
  FREE: 'server:freeMessage',
} as const satisfies Record<Quote['funding'], string>;

/**
 * The labels of the balance before and after the order. An order by card shows the rest of its card authorization
 * instead of a balance.
 */
const balanceNames = {
  USD: ['server:beginningBalance', 'server:endingBalance'],
  IMG: ['server:beginningImages', 'server:endingImages'],
  CREDIT_CARD: ['server:card.beginning', 'server:card.ending'],
} as const;

const lineKeys = {
  DOCUMENT: 'server:lineDocument',
  FIRST_PAGE: 'server:lineFirstPage',
  ADDITIONAL_PAGES: 'server:lineAdditionalPages',
  IMAGES: 'server:lineImages',
  SURCHARGE: 'server:deposit.surchargeLine',
  SERVICE_FEE: 'server:lineServiceFee',
} as const satisfies Record<Line['kind'], string>;

/** Writes the texts of the confirm-order window from a quote (A10-10 to A10-13). */
export class FeeScheduleWriter {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly language: Language,
    private readonly quote: Quote,
  ) {}

  order(): DownloadOrder {
    const { options } = this.quote;
    return {
      imageState: {
        guid: this.quote.imageStateGuid,
        hasBuyOptions: Object.values(options).some((option) => option !== null),
        purchaseOptions: this.purchaseOptions(),
      },
      feeSchedule: this.schedule(),
    };
  }

  private purchaseOptions(): DownloadOrder['imageState']['purchaseOptions'] {
    const { flatFee, escrow, creditCard } = this.quote.options;
    const { catalogue, language } = this;
    return {
      flatFeeOptions: flatFee && new AddOnTexts(catalogue, language).options(flatFee.bundles),
      escrowOptions: escrow && escrowOptionsOf(catalogue, language, escrow, this.quote),
      creditCardOptions: creditCard && { authorizationInfo: { authorized: creditCard.authorized } },
    };
  }

  private schedule(): FeeSchedule {
    const { insufficient, charge, lines } = this.quote;
    const items = lines.length > 0 ? lines.map((line) => this.line(line)) : [this.freeItem()];
    const [item] = items;
    const several = items.length > 1;
    return {
      insufficientBalance: insufficient,
      ...this.balances(),
      purchaseMessage: this.purchaseMessage(),
      singleItemPurchase: !several && item ? { item } : null,
      multipleItemPurchase: several
        ? {
            itemHeaderDescription: this.chosenPages(),
            items,
            total: { description: this.text('server:total'), value: this.amount(charge) },
          }
        : null,
      alreadyPurchasedMessage: this.alreadyPurchased(),
      insufficientBalanceMessage: insufficient ? this.insufficientBalance() : '',
      noPurchasingOptionsAvailableMessage: this.noOptions(),
      downloadButtonText: this.downloadButton(),
    };
  }

  private purchaseMessage(): string {
    const { charge, funding } = this.quote;
    if (charge === 0) return this.text(purchaseMessages.FREE);
    return this.text(this.needsAuthorization() ? 'server:card.needed' : purchaseMessages[funding]);
  }

  /** True if the order is to be paid by card and there is no authorization yet. */
  private needsAuthorization(): boolean {
    return this.quote.funding === 'CREDIT_CARD' && this.quote.beginning === null;
  }

  private insufficientBalance(): string {
    if (this.quote.funding !== 'CREDIT_CARD') return this.text('server:insufficientBalance');
    if (this.quote.options.creditCard === null) return this.text('server:card.notPayable');
    return this.text(this.needsAuthorization() ? 'server:card.authorizeFirst' : 'server:card.exceeded');
  }

  /**
   * The text of the button says that money is charged, that nothing is charged again, or neither (A10-25,
   * DECISIONS.md#spec-4).
   */
  private downloadButton(): string {
    const { asset, charge, alreadyPurchased, pages } = this.quote;
    if (asset === 'USD' && charge > 0)
      return this.text('server:downloadButton.pay', { amount: this.amount(charge) });
    const again = alreadyPurchased.length === pages.length;
    return this.text(again ? 'server:downloadButton.again' : 'server:downloadButton.plain');
  }

  private balances(): Pick<FeeSchedule, 'beginningBalance' | 'endingBalance'> {
    const { asset, funding, beginning, ending, unlimited } = this.quote;
    const [first, last] = balanceNames[funding === 'CREDIT_CARD' ? funding : asset];
    const described = (key: string, amount: number | null) => {
      if (unlimited) return { description: this.text(key), value: this.text('server:unlimitedImages') };
      return amount === null ? null : { description: this.text(key), value: this.amount(amount) };
    };
    return {
      beginningBalance: described(first, beginning),
      endingBalance: described(last, ending),
    };
  }

  private line(line: Line) {
    const description = this.text(lineKeys[line.kind], {
      document: this.document(),
      pages: this.text('server:pages', {
        count: line.kind === 'DOCUMENT' ? this.quote.pages.length : line.count,
      }),
    });
    return { description, value: this.amount(line.total) };
  }

  /** Returns the line of an order that costs nothing. Even for such an order the window lists the ordered pages. */
  private freeItem() {
    return { description: this.chosenPages(), value: this.amount(0) };
  }

  /** Writes the document's name and the number of its ordered pages (A10-15, DECISIONS.md#spec-5). */
  private chosenPages(): string {
    const pages = this.text('server:pages', { count: this.quote.pages.length });
    return this.text('server:lineDocument', { document: this.document(), pages });
  }

  private document(): string {
    const { instrumentDescription, displayDocNumber } = this.quote.document;
    return this.text('server:item', { instrument: instrumentDescription, number: displayDocNumber }).trim();
  }

  private alreadyPurchased(): string {
    const { alreadyPurchased, pages } = this.quote;
    if (alreadyPurchased.length === 0) return '';
    if (alreadyPurchased.length === pages.length) return this.text('server:alreadyPurchasedAll');
    return this.text('server:alreadyPurchasedSome', { count: alreadyPurchased.length });
  }

  private noOptions(): string {
    const { insufficient, options } = this.quote;
    const none = Object.values(options).every((option) => option === null);
    if (!insufficient || !none) return '';
    const byCard = this.quote.funding === 'CREDIT_CARD';
    return this.text(byCard ? 'server:card.notPayableAdvice' : 'server:noPurchasingOptions');
  }

  private amount(value: number): string {
    return amountText(this.catalogue, this.language, this.quote.asset, value);
  }

  private text(key: string, params?: Record<string, string | number>): string {
    return this.catalogue.text(this.language, key, params);
  }
}
