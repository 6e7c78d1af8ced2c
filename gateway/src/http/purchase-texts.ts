import type { Catalogue } from '@portal/infra/catalogue';
import type { PurchaseRow } from '@portal/proto/http/purchases';
import { writePages } from '@portal/proto/page-selection';
import type { Language } from '@portal/proto/roles';
import type { Purchase } from '@portal/proto/rpc/payments';
import { amountText } from '../answers/amounts.js';

/** Writes the rows of the purchase list. */
export class PurchaseWriter {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly language: Language,
  ) {}

  /** @param username the buyer's username, or '' if it is not shown */
  row(purchase: Purchase, username: string): PurchaseRow {
    const { kind, id, at, asset, charged, surcharge, imageStateGuid, clientReference } = purchase;
    return {
      ...{ kind, id, at, username, imageStateGuid, clientReference },
      title: this.titleOf(purchase),
      detail: this.detailOf(purchase),
      charged: amountText(this.catalogue, this.language, asset, charged),
      surcharge: surcharge === 0 ? '' : amountText(this.catalogue, this.language, 'USD', surcharge),
    };
  }

  private titleOf({ kind, document, images }: Purchase): string {
    if (kind === 'DEPOSIT') return this.text('receipts:deposit');
    if (kind === 'BUNDLE')
      return images === null
        ? this.text('receipts:unlimited')
        : this.text('receipts:bundle', { count: images });
    return this.text('receipts:document', {
      instrument: document?.instrumentDescription ?? '',
      number: document?.displayDocNumber ?? '',
    });
  }

  private detailOf({ kind, pages, funding }: Purchase): string {
    return kind === 'ORDER'
      ? this.text('receipts:pageList', { pages: writePages(pages), count: pages.length })
      : this.text(`receipts:funding.${funding}`);
  }

  private text(key: string, params?: Record<string, string | number>): string {
    return this.catalogue.text(this.language, key, params);
  }
}
