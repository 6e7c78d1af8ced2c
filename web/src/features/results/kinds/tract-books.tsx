import type { TractBookResult } from '@portal/proto/http/search-results';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { onOneLine } from '../../../shared/moments.js';
import { Facts } from '../details/detail-parts.js';
import { Legals } from '../details/legals.js';
import { firstOf, type ResultView } from '../result-view.js';
import { registerView } from './documents.js';

/** Number of legal descriptions shown at a time (B6-18). */
const legalsPerPage = 10;

/** The view of tract book results (B6-15, B6-16). */
export const tractBooksView: ResultView<'tractBooks'> = {
  kind: 'tractBooks',
  columns: [
    {
      place: 'instr',
      head: ({ t }) => [{ text: t('results:column.tractBook'), sortKey: 'id' }],
      lines: ({ tractBookId }) => [{ text: tractBookId, look: 'lead', opens: true }],
    },
    {
      place: 'date',
      head: ({ t }) => [{ text: t('results:column.recorded'), sortKey: 'recordedDate' }],
      lines: ({ recordedDate }) => [{ text: recordedDate, look: 'figures' }],
    },
    {
      place: 'rest',
      head: ({ t }) => [{ text: t('results:column.legals') }],
      lines: ({ legalSearchResults, legalCount }, { t }) => {
        const { first, more } = firstOf(legalSearchResults, legalCount);
        return [
          {
            text: first?.description,
            more,
            label: t('results:label.legal'),
            none: t('results:none.legal'),
          },
        ];
      },
    },
  ],
  sorts: ({ t }) => [
    { value: 'id', text: t('results:sort.tractBook') },
    { value: 'recordedDate', text: t('results:sort.recordedDate') },
  ],
  name: ({ tractBookId }) => tractBookId,
  title: (_entry, { t }) => t('results:detail.tractTitle'),
  badge: () => undefined,
  Details: TractBookDetails,
  ...registerView,
};

/** An entry of a tract book with all its legal descriptions (B6-17). */
function TractBookDetails({ record }: { record: TractBookResult }) {
  const t = useTexts();
  return (
    <>
      <Facts
        strong
        facts={[
          [t('results:sort.tractBook'), record.tractBookId],
          [t('results:detail.recorded'), onOneLine(record.recordedDateTime)],
        ]}
      />
      <Legals legals={record.legalSearchResults} perPage={legalsPerPage} />
    </>
  );
}
