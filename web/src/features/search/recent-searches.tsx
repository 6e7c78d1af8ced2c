import type { SearchHistoryEntry } from '@portal/proto/http/search-types';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { searchHistoryPath } from '../../shared/search-address.js';
import { searchName } from '../../shared/search-types.js';
import { useCounty, useShared, useUser } from '../../shared/state/selectors.js';
import { CriteriaList } from '../../ui/components/criteria-list.js';
import { Link } from '../../ui/components/link.js';

/** Maximum number of listed searches (B3-02). */
const listed = 5;

/** The user's last searches; guests have none (B3-01). */
export const useRecentSearches = (): readonly SearchHistoryEntry[] => {
  const history = useShared((state) => state.search.history);
  return useUser()?.role === 'GUEST' ? [] : history.slice(0, listed);
};

/**
 * The searches, each with its criteria in words and a link to its form; the newest is marked Current (B3-03 to
 * B3-05).
 */
export function RecentSearches({ recent }: { recent: readonly SearchHistoryEntry[] }) {
  const t = useTexts();
  const { common } = useCounty();
  return (
    <section aria-labelledby="aside-recent">
      <div className="aside__head">
        <h2 id="aside-recent">{t('search:aside.recent')}</h2>
      </div>
      <ol className="recent">
        {recent.map((entry) => (
          <li key={entry.index}>
            <div className="recent__head">
              <Link to={searchHistoryPath(entry.type, entry.index)}>{searchName(t, common, entry.type)}</Link>
              {entry.index === 1 && <span className="badge">{t('search:aside.current')}</span>}
            </div>
            <CriteriaList criteria={entry.displayCriteria} />
          </li>
        ))}
      </ol>
    </section>
  );
}
