import type { NotableDates } from '@portal/proto/http/start-up';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { FiguresTable } from './figures-table.js';

/** The county's notable dates, a row for each kind of date, a column for each kind of record. */
export function NotableDatesTable({ dates }: { dates: Pick<NotableDates, 'headings' | 'rows'> }) {
  const t = useTexts();
  return (
    <FiguresTable
      look="dates"
      caption={t('ui:notableDates.caption')}
      head={t('ui:notableDates.date')}
      figures={dates}
      // The server names the kinds by a word; an unknown one is shown unchanged.
      nameOf={(kind) => t(`ui:notableDates.${kind}`, { defaultValue: kind })}
    />
  );
}
