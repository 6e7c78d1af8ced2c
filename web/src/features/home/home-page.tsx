import type { SearchType } from '@portal/proto/http/search-types';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { searchFormPath, searchHistoryPath } from '../../shared/search-address.js';
import { defaultSearch, offeredSearches, searchHeading, searchName } from '../../shared/search-types.js';
import { useCounty, useShared, useUser } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { CriteriaList } from '../../ui/components/criteria-list.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { NotableDatesTable } from '../../ui/components/notable-dates-table.js';

/** The home page: where to start, the last searches, dates and whom to ask (A1-14). */
export function HomePage() {
  const t = useTexts();
  usePageTitle(t('home:title'));
  return (
    <>
      <Start />
      <div className="home-grid">
        <div className="home-grid__col">
          <RecentSearches />
        </div>
        <div className="home-grid__col home-grid__col--split">
          <div className="home-grid__part">
            <Dates />
          </div>
          <div className="home-grid__part">
            <Contact />
          </div>
        </div>
      </div>
    </>
  );
}

/** What most people come for. */
const usualSearches: readonly SearchType[] = [
  'searchByName',
  'searchByDocumentNumber',
  'searchByBookAndPage',
  'searchByLegalDescription',
  'searchByParcelId',
  'searchByTractIndexNMI',
  'searchByAddress',
];

/** The county's default search is the one main action; the usual ones stand beside it, and a way to all (A2-16). */
function Start() {
  const t = useTexts();
  const county = useCounty();
  const offered = offeredSearches(county, useUser());
  const first = defaultSearch(county, offered);
  const beside = usualSearches.filter((type) => type !== first && offered.includes(type)).slice(0, 4);
  const verified = county.notableDates.abstractVerifiedDate;
  return (
    <div className="start">
      <h1 tabIndex={-1}>{t('home:start', { county: county.common.countyName })}</h1>
      {verified !== '' && <p className="muted">{t('home:verified', { date: verified })}</p>}
      <div className="start__row">
        {first && (
          <Link className="btn btn--primary" to={searchFormPath(first)}>
            <Icon name="search" /> {searchHeading(t, county.common, first)}
          </Link>
        )}
        {beside.map((type) => (
          <Link className="btn" to={searchFormPath(type)} key={type}>
            {searchName(t, county.common, type)}
          </Link>
        ))}
        {offered.length > beside.length + 1 && (
          <Link className="btn btn--quiet" to="/search">
            {t('home:allSearches', { count: offered.length })}
          </Link>
        )}
      </div>
    </div>
  );
}

/** The last searches of a registered user; guests keep none. */
function RecentSearches() {
  const t = useTexts();
  const user = useUser();
  const { common } = useCounty();
  const history = useShared((state) => state.search.history);
  if (!user || user.role === 'GUEST') return null;
  return (
    <section className="card" aria-labelledby="recent">
      <div className="card__head">
        <h2 id="recent">{t('home:recent.title')}</h2>
      </div>
      <div className="card__body">
        {history.length === 0 && <p className="muted">{t('home:recent.none')}</p>}
        <ol className="recent">
          {history.map((entry) => (
            <li key={entry.index}>
              <div className="recent__head">
                <Link to={searchHistoryPath(entry.type, entry.index)}>
                  {searchName(t, common, entry.type)}
                </Link>
              </div>
              <CriteriaList criteria={entry.displayCriteria} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Dates() {
  const t = useTexts();
  const { notableDates } = useCounty();
  if (!notableDates.show || notableDates.rows.length === 0) return null;
  return (
    <section className="card" aria-labelledby="dates">
      <div className="card__head">
        <h2 id="dates">{t('home:dates')}</h2>
      </div>
      <div className="card__table">
        <NotableDatesTable dates={notableDates} />
      </div>
    </section>
  );
}

function Contact() {
  const t = useTexts();
  const { contactName, contactTitle, contactPhone, contactEmail } = useCounty().common;
  if (contactPhone === '' && contactEmail === '') return null;
  return (
    <section className="card" aria-labelledby="contact">
      <div className="card__head">
        <h2 id="contact">{t('home:contact')}</h2>
      </div>
      <div className="card__body">
        {contactName !== '' && (
          <p className="muted">{[contactName, contactTitle].filter(Boolean).join(', ')}</p>
        )}
        <ul className="link-list">
          {contactPhone !== '' && (
            <li>
              <Icon name="phone" small />
              <a href={`tel:${contactPhone.replace(/[^\d+]/g, '')}`}>{contactPhone}</a>
            </li>
          )}
          {contactEmail !== '' && (
            <li>
              <Icon name="mail" small />
              <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}
