import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { NotableDatesTable } from '../../ui/components/notable-dates-table.js';
import { RecentSearches, useRecentSearches } from './recent-searches.js';

/** Shows the county's notable dates (B1-016) and the user's last searches beside each form. */
export function SearchAside() {
  const t = useTexts();
  const { notableDates } = useCounty();
  const recent = useRecentSearches();
  if (!notableDates.show && recent.length === 0) return null;
  return (
    <aside className="aside" aria-label={t('search:aside.label')}>
      {notableDates.show && (
        <section aria-labelledby="aside-dates">
          <div className="aside__head">
            <h2 id="aside-dates">{t('search:aside.dates')}</h2>
          </div>
          <NotableDatesTable dates={notableDates} />
        </section>
      )}
      {recent.length > 0 && <RecentSearches recent={recent} />}
    </aside>
  );
}
