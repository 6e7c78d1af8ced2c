import { dollars } from '@portal/proto/amounts';
import { writePages } from '@portal/proto/page-selection';
import type { Purchase } from '@portal/proto/rpc/purchases';
import type { Words } from '../exports/columns.rules.js';
import type { Listing } from '../exports/listing.js';
import { writtenMoment } from '../exports/written-moment.js';

export interface ReceiptTerms {
  readonly t: Words;
  /** The IANA name of the county's time zone. */
  readonly timeZone: string;
  readonly username: string;
}

const amount = ({ asset }: Pick<Purchase, 'asset'>, value: number, t: Words): string =>
  asset === 'USD' ? t('server:usd', { amount: dollars(value) }) : t('server:images', { count: value });

function itemOf({ kind, document, images }: Purchase, t: Words): string {
  if (kind === 'DEPOSIT') return t('receipts:deposit');
  if (kind === 'BUNDLE')
    return images === null ? t('receipts:unlimited') : t('receipts:bundle', { count: images });
  return t('receipts:document', {
    instrument: document?.instrumentDescription ?? '',
    number: document?.displayDocNumber ?? '',
  });
}

/** Lists the lines of a receipt: the purchase, the card's surcharge on a separate line, and the total. */
export function receiptTable(purchase: Purchase, { t }: ReceiptTerms): Pick<Listing, 'columns' | 'rows'> {
  const { charged, surcharge, pages } = purchase;
  const total = purchase.asset === 'USD' ? charged + surcharge : charged;
  return {
    columns: [
      { heading: t('receipts:item'), share: 60 },
      { heading: t('receipts:pages'), share: 24 },
      { heading: t('receipts:amount'), share: 16, figures: true },
    ],
    rows: [
      [itemOf(purchase, t), writePages(pages), amount(purchase, charged, t)],
      ...(surcharge === 0 ? [] : [[t('receipts:surcharge'), '', amount(purchase, surcharge, t)]]),
      [t('receipts:total'), '', amount(purchase, total, t)],
    ],
  };
}

/**
 * Lists the number and date of a receipt, the buyer and the method of payment. The reference and the card transaction
 * are listed if there are any.
 */
export function receiptFacts(
  purchase: Purchase,
  { t, timeZone, username }: ReceiptTerms,
): Listing['criteria'] {
  const { date, time } = writtenMoment(timeZone, new Date(purchase.at));
  const facts = {
    number: purchase.id.slice(0, 8).toUpperCase(),
    date: `${date} ${time}`,
    user: username,
    paid: t(`receipts:funding.${purchase.funding}`),
    cardTransaction: purchase.cardTransaction ?? '',
    reference: purchase.clientReference,
  };
  return Object.entries(facts)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ({ key: t(`receipts:${key}`), value }));
}

/** Names the pages that were free because the account had already bought them. */
export const receiptRemark = ({ alreadyPurchased }: Purchase, { t }: ReceiptTerms): string =>
  alreadyPurchased.length === 0
    ? ''
    : t('receipts:alreadyPurchased', { pages: writePages(alreadyPurchased) });
