import type { NotableDates } from '@portal/proto/http/start-up';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { FiguresTable } from './figures-table.js';

/** The county's notable dates, with a row for each kind of date and a column for each kind of record. */
export function NotableDatesTable({ dates }: { dates: Pick<NotableDates, 'headings' | 'rows'> }) {
  const t = useTexts();
  return (
    <FiguresTable
      look="dates"
      caption={t('ui:notableDates.caption')}
      head={t('ui:notableDates.date')}
      figures={dates}
      // The server names each kind of date by a word; an unknown word is shown unchanged.
      nameOf={(kind) => t(`ui:notableDates.${kind}`, { defaultValue: kind })}
    />
  );
}
