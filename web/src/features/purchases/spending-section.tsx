import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { SpendingAnswer } from '@portal/proto/http/purchases';
import { languageTerms } from '@portal/proto/catalogues';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useRefusedInView } from '../../shared/refused-in-view.js';
import { useUser } from '../../shared/state/selectors.js';
import { useDateSpan } from '../../shared/use-date-span.js';
import { useRenewal } from '../../shared/use-renewal.js';
import { useFile } from '../../ui/components/use-file.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { DateField } from '../../ui/components/date-field.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { Cell, Row, RowHead } from '../../ui/components/table.js';
import '../../ui/styles/labeled-cards.css';
import { useSpendingQuery } from './purchases.api.js';

const monthOf = (today: string): string => `${today.slice(0, 8)}01`;

interface SpendingSectionProps {
  /** Changes whenever a reference is saved, so that the totals are loaded again. */
  changes: number;
  onReference(reference: string): void;
}

/**
 * Focuses the heading of the section if the URL's fragment names the section, because the section appears too late for
 * the browser to jump to it.
 */
const useArrival = (name: string) => {
  const { hash, key } = useLocation();
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash === `#${name}`) ref.current?.focus();
  }, [hash, key, name]);
  return ref;
};

/** The spending for each client between two dates, on screen or as a file. */
export function SpendingSection({ changes, onReference }: SpendingSectionProps) {
  const t = useTexts();
  const { today, shown, onSubmit, from, to } = useDateSpan(monthOf);
  const locale = languageTerms[useUser()?.language ?? 'ENGLISH'].intl;
  const asked = { fromDate: shown.from, toDate: shown.to };
  // shows only data of the current request, because the totals of an earlier request would be under the wrong dates
  const spending = useSpendingQuery(asked, { refetchOnMountOrArgChange: true });
  const { currentData: data, isError, refetch } = spending;
  const renew = useRenewal(spending);
  const heading = useArrival('spending');
  useEffect(() => {
    if (changes > 0) renew();
  }, [changes, renew]);
  const file = useFile(t('purchases:making'));
  const refused = useRefusedInView();
  return (
    <section className="stack__section stack" aria-labelledby="spending">
      <h2 id="spending" tabIndex={-1} ref={heading}>
        {t('purchases:spending.title')}
      </h2>
      <form className="form" noValidate onSubmit={onSubmit}>
        <div className="form-row form-row--fit">
          <DateField {...from} label={t('purchases:spending.from')} today={today} locale={locale} span={12} />
          <DateField {...to} label={t('purchases:spending.to')} today={today} locale={locale} span={12} />
        </div>
        <div className="form-actions">
          <button className="btn" type="submit">
            {t('purchases:spending.show')}
          </button>
          <button
            className="btn btn--quiet"
            type="button"
            {...refused}
            onClick={() => file.fetch({ path: 'purchases/spendingCsv', body: asked }, 'Spending.csv')}
          >
            <Icon name="download" /> {t('purchases:spending.csv')}
          </button>
        </div>
      </form>
      {isError && <SpendingFailed onAgain={() => void refetch()} />}
      {!isError && data && <SpendingTable spending={data} onReference={onReference} />}
      {!isError && !data && (
        <p className="sr" role="status">
          {t('ui:loading')}
        </p>
      )}
      {file.progress}
    </section>
  );
}

function SpendingFailed({ onAgain }: { onAgain(): void }) {
  const t = useTexts();
  return (
    <EmptyState icon="error" failed title={t('purchases:failed')}>
      <button className="btn" type="button" onClick={onAgain}>
        {t('purchases:again')}
      </button>
    </EmptyState>
  );
}

interface SpendingTableProps {
  spending: SpendingAnswer;
  onReference(reference: string): void;
}

type SpendingRow = SpendingAnswer['rows'][number];

function SpendingTable({ spending, onReference }: SpendingTableProps) {
  const t = useTexts();
  const { rows, searches } = spending;
  const columns = useSpendingColumns(spending, onReference);
  if (rows.length === 0 && !searches) return <EmptyState icon="tag" title={t('purchases:spending.empty')} />;
  return (
    <DataTable
      caption={t('purchases:spending.title')}
      columns={columns}
      rows={rows}
      keyOf={({ reference }) => reference}
      foot={<Sums spending={spending} figures={columns.length - 1} />}
      narrow="labeled"
    />
  );
}

const useSpendingColumns = (
  { rows }: SpendingAnswer,
  onReference: SpendingTableProps['onReference'],
): Column<SpendingRow>[] => {
  const t = useTexts();
  const figure = (name: 'orders' | 'pages' | 'images' | 'charged'): Column<SpendingRow> => ({
    name,
    head: t(`purchases:spending.${name}`),
    cell: (row) => row[name],
    look: 'amount',
  });
  const withImages = rows.some(({ images }) => images > 0);
  return [
    {
      name: 'reference',
      head: t('purchases:spending.reference'),
      cell: ({ reference }) =>
        reference === '' ? (
          t('purchases:spending.none')
        ) : (
          <button className="btn btn--quiet btn--sm" type="button" onClick={() => onReference(reference)}>
            {reference}
          </button>
        ),
    },
    ...(['orders', 'pages'] as const).map(figure),
    ...(withImages ? [figure('images')] : []),
    figure('charged'),
  ];
};

/** Two rows of totals, for searches and for everything; `figures` is the number of columns before the amount. */
function Sums({ spending: { searches, total }, figures }: { spending: SpendingAnswer; figures: number }) {
  const t = useTexts();
  const label = t('purchases:spending.charged');
  return (
    <>
      {searches && (
        <Row>
          <RowHead>{t('purchases:spending.searches')}</RowHead>
          <Cell className="num" data-label={t('purchases:spending.orders')}>
            {searches.count}
          </Cell>
          <Cell colSpan={figures - 2} />
          <Cell className="num" data-label={label}>
            {searches.charged}
          </Cell>
        </Row>
      )}
      <Row>
        <RowHead colSpan={figures}>{t('purchases:spending.total')}</RowHead>
        <Cell className="num strong" data-label={label}>
          {total}
        </Cell>
      </Row>
    </>
  );
}
