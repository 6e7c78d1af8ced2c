import { languageTerms } from '@portal/proto/catalogues';
import { usDate } from '@portal/proto/dates';
import type { ReconciliationReport } from '@portal/proto/http/reconciliation';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import type { useDateSpan } from '../../shared/use-date-span.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { DateField } from '../../ui/components/date-field.js';
import { EmptyState } from '../../ui/components/empty-state.js';

interface DaysSectionProps {
  /** Undefined while the days load. */
  days: ReconciliationReport['days'] | undefined;
  span: ReturnType<typeof useDateSpan>;
  /** Loads the days again; undefined unless loading failed. */
  onAgain: (() => void) | undefined;
}

const figures = ['matched', 'amount', 'open', 'resolved'] as const;

/** For each day, the result of comparing the card provider's transactions with the portal's books. */
export function DaysSection({ days, span, onAgain }: DaysSectionProps) {
  const { today, onSubmit, from, to } = span;
  const t = useTexts();
  const locale = languageTerms[useUser()?.language ?? 'ENGLISH'].intl;
  return (
    <section className="stack__section stack" aria-labelledby="days">
      <h2 id="days">{t('reconciliation:days.title')}</h2>
      <form className="form" noValidate onSubmit={onSubmit}>
        <div className="form-row form-row--fit">
          <DateField
            {...from}
            label={t('reconciliation:days.from')}
            today={today}
            locale={locale}
            span={12}
          />
          <DateField {...to} label={t('reconciliation:days.to')} today={today} locale={locale} span={12} />
        </div>
        <div className="form-actions">
          <button className="btn" type="submit">
            {t('reconciliation:days.show')}
          </button>
        </div>
      </form>
      <DaysTable days={days} onAgain={onAgain} />
    </section>
  );
}

type Day = ReconciliationReport['days'][number];

function DaysTable({ days, onAgain }: Pick<DaysSectionProps, 'days' | 'onAgain'>) {
  const t = useTexts();
  const columns: Column<Day>[] = [
    { name: 'day', head: t('reconciliation:days.day'), cell: ({ day }) => usDate(day), look: 'figures' },
    ...figures.map((name): Column<Day> => ({
      name,
      head: t(`reconciliation:days.${name}`),
      cell: (row) => row[name],
      look: 'amount',
    })),
  ];
  return (
    <DataTable
      caption={t('reconciliation:days.caption')}
      columns={columns}
      rows={days}
      keyOf={({ day }) => day}
      failed={onAgain && { title: t('reconciliation:failed'), again: t('reconciliation:again'), onAgain }}
      empty={<EmptyState icon="calendar" title={t('reconciliation:days.empty')} />}
      narrow="scroll"
    />
  );
}
