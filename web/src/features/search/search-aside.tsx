import { useTexts } from '../../shared/i18n/use-texts.js';
import { searchHistoryPath } from '../../shared/search-address.js';
import { searchName } from '../../shared/search-types.js';
import { useCounty, useShared, useUser } from '../../shared/state/selectors.js';
import { CriteriaList } from '../../ui/components/criteria-list.js';
import { Link } from '../../ui/components/link.js';
import { NotableDatesTable } from '../../ui/components/notable-dates-table.js';

/** How many searches are listed (B3-02). */
const listed = 5;

/** Beside each form: the county's notable dates (B1-016) and the user's last searches; guests have none (B3-01). */
export function SearchAside() {
  const t = useTexts();
  const { notableDates, common } = useCounty();
  const history = useShared((state) => state.search.history);
  const recent = useUser()?.role === 'GUEST' ? [] : history.slice(0, listed);
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
      {recent.length > 0 && (
        <section aria-labelledby="aside-recent">
          <div className="aside__head">
            <h2 id="aside-recent">{t('search:aside.recent')}</h2>
          </div>
          <ol className="recent">
            {recent.map((entry) => (
              <li key={entry.index}>
                <div className="recent__head">
                  <Link to={searchHistoryPath(entry.type, entry.index)}>
                    {searchName(t, common, entry.type)}
                  </Link>
                  {entry.index === 1 && <span className="badge">{t('search:aside.current')}</span>}
                </div>
                <CriteriaList criteria={entry.displayCriteria} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </aside>
  );
}
