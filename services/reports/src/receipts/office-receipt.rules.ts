import { dollars } from '@portal/proto/amounts';
import type { OfficeEntry } from '@portal/proto/rpc/cashier';
import type { Words } from '../exports/columns.rules.js';
import type { Listing } from '../exports/listing.js';
import { writtenMoment } from '../exports/written-moment.js';

export interface OfficeTerms {
  readonly t: Words;
  /** The IANA name of the county's time zone. */
  readonly timeZone: string;
  readonly account: string;
  readonly clerk: string;
}

/**
 * Writes a table with one line: the money that the office took or paid out. A refund has no minus sign, because its
 * label says that the money was paid out.
 */
export function officeTable({ kind, amount }: OfficeEntry, t: Words): Pick<Listing, 'columns' | 'rows'> {
  const sign = kind === 'CORRECTION' && amount < 0 ? '-' : '';
  const text = sign + t('server:usd', { amount: dollars(Math.abs(amount)) });
  return {
    columns: [
      { heading: t('receipts:item'), share: 80 },
      { heading: t('receipts:amount'), share: 20, figures: true },
    ],
    rows: [[t(`receipts:office.${kind}`), text]],
  };
}

/**
 * Lists the number and date of a receipt, the account, the clerk and the method of payment. The check number and the
 * note are listed if there are any.
 */
export function officeFacts(
  entry: OfficeEntry,
  { t, timeZone, account, clerk }: OfficeTerms,
): Listing['criteria'] {
  const { date, time } = writtenMoment(timeZone, new Date(entry.decidedAt ?? entry.enteredAt));
  const facts = {
    number: entry.id.slice(0, 8).toUpperCase(),
    date: `${date} ${time}`,
    account,
    clerk,
    paidBy: entry.means === null ? '' : t(`receipts:means.${entry.means}`),
    checkNumber: entry.number,
    note: entry.note,
  };
  return Object.entries(facts)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ({ key: t(`receipts:${key}`), value }));
}
