import type { BookEntryResult } from '@portal/proto/http/search-results';
import type { Translate } from '../../../shared/i18n/translate.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Facts } from '../details/detail-parts.js';
import type { ResultView } from '../result-view.js';
import { registerView } from './documents.js';

/** The entry's number: its key without the leading letter G. */
const referenceOf = ({ id }: BookEntryResult): string => id.replace(/^G/, '');

const typeOf = ({ type }: BookEntryResult, t: Translate): string =>
  t(`results:bookType.${type}`, { defaultValue: type });

const span = (from: string, to: string): string => [from, to].filter((part) => part !== '').join(' – ');

/** The view of grantor/grantee book results (B6-01 to B6-05). */
export const bookEntriesView: ResultView<'bookEntries'> = {
  kind: 'bookEntries',
  columns: [
    {
      place: 'instr',
      head: ({ t }) => [
        { text: t('results:column.bookReference'), sortKey: 'id' },
        { text: t('results:column.type') },
      ],
      lines: (entry, { t }) => [
        { text: referenceOf(entry), look: 'lead', opens: true },
        { text: typeOf(entry, t), look: 'muted' },
      ],
    },
    {
      place: 'party',
      head: ({ t }) => [
        { text: t('results:column.fromName'), sortKey: 'fromName' },
        { text: t('results:column.toName') },
      ],
      lines: ({ fromName, toName }, { t }) => [
        { text: fromName, label: t('results:label.from') },
        { text: toName, label: t('results:label.to') },
      ],
    },
    {
      place: 'date',
      head: ({ t }) => [
        { text: t('results:column.fromDate'), sortKey: 'fromDate' },
        { text: t('results:column.toDate') },
      ],
      lines: ({ fromDate, toDate }, { t }) => [
        { text: fromDate, label: t('results:column.fromDate'), look: 'figures' },
        { text: toDate, label: t('results:column.toDate'), look: 'figures' },
      ],
    },
  ],
  sorts: ({ t }) => [
    { value: 'id', text: t('results:sort.bookReference') },
    { value: 'fromName', text: t('results:sort.fromName') },
    { value: 'fromDate', text: t('results:sort.fromDate') },
  ],
  name: referenceOf,
  title: (entry, { t }) => t('results:detail.bookTitle', { type: typeOf(entry, t) }),
  badge: () => undefined,
  Details: BookEntryDetails,
  ...registerView,
};

/** A range of pages in a grantor/grantee book, with the first and the last name and date on these pages (B6-04). */
function BookEntryDetails({ record }: { record: BookEntryResult }) {
  const t = useTexts();
  return (
    <Facts
      strong
      facts={[
        [t('results:detail.bookReference'), referenceOf(record)],
        [t('results:column.type'), typeOf(record, t)],
        [t('results:detail.name'), span(record.fromName, record.toName)],
        [t('results:detail.date'), span(record.fromDate, record.toDate)],
      ]}
    />
  );
}
