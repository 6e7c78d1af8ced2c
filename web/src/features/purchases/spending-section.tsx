import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { SpendingAnswer } from '@portal/proto/http/purchases';
import { languageTerms } from '@portal/proto/catalogues';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { useDateSpan } from '../../shared/use-date-span.js';
import { useFile } from './use-file.js';
import { DateField } from '../../ui/components/date-field.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { useSpendingQuery } from './purchases.api.js';

const monthOf = (today: string): string => `${today.slice(0, 8)}01`;

interface SpendingSectionProps {
  /** Another number when a reference was changed: the sums are read anew. */
  changes: number;
  onReference(reference: string): void;
}

/** A link to the section leads there, although the page comes later than its address. */
const useArrival = (name: string) => {
  const { hash, key } = useLocation();
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash === `#${name}`) ref.current?.focus();
  }, [hash, key, name]);
  return ref;
};

/** What was spent for each client between two dates, and the same as a file. */
export function SpendingSection({ changes, onReference }: SpendingSectionProps) {
  const t = useTexts();
  const { today, shown, onSubmit, from, to } = useDateSpan(monthOf);
  const locale = languageTerms[useUser()?.language ?? 'ENGLISH'].intl;
  const asked = { fromDate: shown.from, toDate: shown.to };
  const { data, refetch } = useSpendingQuery(asked, { refetchOnMountOrArgChange: true });
  const heading = useArrival('spending');
  useEffect(() => {
    if (changes > 0) void refetch();
  }, [changes, refetch]);
  const file = useFile(t('purchases:making'));
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
            onClick={() => file.fetch({ path: 'purchases/spendingCsv', body: asked }, 'Spending.csv')}
          >
            <Icon name="download" /> {t('purchases:spending.csv')}
          </button>
        </div>
      </form>
      {data && <SpendingTable spending={data} onReference={onReference} />}
      {file.progress}
    </section>
  );
}

interface SpendingTableProps {
  spending: SpendingAnswer;
  onReference(reference: string): void;
}

function SpendingTable({ spending, onReference }: SpendingTableProps) {
  const t = useTexts();
  const { rows, searches, total } = spending;
  if (rows.length === 0 && !searches) return <EmptyState icon="tag" title={t('purchases:spending.empty')} />;
  const withImages = rows.some(({ images }) => images > 0);
  const heads = ['orders', 'pages', ...(withImages ? ['images'] : []), 'charged'];
  return (
    <table className="table table--bleed">
      <caption className="sr">{t('purchases:spending.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('purchases:spending.reference')}</th>
          {heads.map((head) => (
            <th key={head} scope="col" className="num">
              {t(`purchases:spending.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ reference, orders, pages, images, charged }) => (
          <tr key={reference}>
            <th scope="row">
              {reference === '' ? (
                t('purchases:spending.none')
              ) : (
                <button
                  className="btn btn--quiet btn--sm"
                  type="button"
                  onClick={() => onReference(reference)}
                >
                  {reference}
                </button>
              )}
            </th>
            <td className="num">{orders}</td>
            <td className="num">{pages}</td>
            {withImages && <td className="num">{images}</td>}
            <td className="num">{charged}</td>
          </tr>
        ))}
        {searches && (
          <tr>
            <th scope="row">{t('purchases:spending.searches')}</th>
            <td className="num">{searches.count}</td>
            <td colSpan={heads.length - 2} />
            <td className="num">{searches.charged}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={heads.length}>
            {t('purchases:spending.total')}
          </th>
          <td className="num strong">{total}</td>
        </tr>
      </tfoot>
    </table>
  );
}
