import { lazy, Suspense } from 'react';
import type { HomeContent } from '@portal/proto/http/home';
import type { SearchType } from '@portal/proto/http/search-types';
import { isStaff } from '@portal/proto/roles';
import { loadTexts } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { searchFormPath, searchHistoryPath } from '../../shared/search-address.js';
import { defaultSearch, offeredSearches, searchHeading, searchName } from '../../shared/search-types.js';
import { useCounty, useShared, useUser } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { CriteriaList } from '../../ui/components/criteria-list.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { Card } from './card.js';
import { homeOf, useHomeQuery } from './home.api.js';
import { ContactCard, DatesCard, DisclaimerCard, SlidesCard } from './small-cards.js';
import { LinksCard } from './links-card.js';
import { NewsCard } from './news-card.js';
import { TransactionsCard } from './transactions-card.js';

export { askHome } from './home.api.js';

const OfficeFigures = lazy(async () => {
  const [cards] = await Promise.all([import('./office/office-figures.js'), loadTexts('staff-home')]);
  return { default: cards.OfficeFigures };
});

/** The home page: where to start, and the cards that the county has selected (A1-14, A7-01). */
export function HomePage() {
  const t = useTexts();
  usePageTitle(t('home:title'));
  // A failed load shows no message, because a message would only disturb the reader (A7-11).
  const user = useUser();
  const { data: home, isLoading } = useHomeQuery(homeOf(user));
  return (
    <>
      <Start />
      {user && isStaff(user.role) && (
        <Suspense>
          <OfficeFigures userId={user.userId} />
        </Suspense>
      )}
      {isLoading ? <Waiting /> : <Cards home={home} />}
    </>
  );
}

/** Placeholders where most of the cards will appear. */
function Waiting() {
  const t = useTexts();
  return (
    <div className="home-grid" role="status">
      <span className="sr">{t('ui:loading')}</span>
      {[1, 2, 3].map((card) => (
        <div className="card" key={card} aria-hidden="true">
          <div className="card__body">
            <div className="skeleton skeleton--50" />
            <div className="skeleton skeleton--90" />
            <div className="skeleton skeleton--70" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The cards. Until the content has loaded, only cards made from the browser's own data are shown. */
export function Cards({ home }: { home: HomeContent | undefined }) {
  const user = useUser();
  const { selections } = home ?? {};
  const seesTransactions = selections?.transactions === true && user !== null && user.role !== 'GUEST';
  return (
    <div className="home-grid">
      <div className="home-grid__col">
        {home && seesTransactions && <TransactionsCard totals={home.transactionTotals} />}
        {selections?.latestNews && (
          <NewsCard news={home?.latestNews ?? []} more={selections.latestNewsMore} />
        )}
        <RecentSearches />
      </div>
      <div className="home-grid__col home-grid__col--split">
        <div className="home-grid__part">
          {home && selections?.notableDates && <DatesCard dates={home.notableDates} />}
          {home && selections?.loginSlides && <SlidesCard home={home} />}
        </div>
        <div className="home-grid__part">
          {selections?.links && <LinksCard links={home?.links ?? []} more={selections.linksMore} />}
          {home && selections?.contactUs && <ContactCard common={home.common} />}
          {home && selections?.disclaimer && <DisclaimerCard address={home.disclaimer} />}
        </div>
      </div>
    </div>
  );
}

/** The searches that most people use. */
const usualSearches: readonly SearchType[] = [
  'searchByName',
  'searchByDocumentNumber',
  'searchByBookAndPage',
  'searchByLegalDescription',
  'searchByParcelId',
  'searchByTractIndexNMI',
  'searchByAddress',
];

/**
 * The county's default search as the main action, with the usual searches and a link to all searches beside it (A2-16).
 */
function Start() {
  const t = useTexts();
  const county = useCounty();
  const offered = offeredSearches(county, useUser());
  const first = defaultSearch(county, offered);
  const beside = usualSearches.filter((type) => type !== first && offered.includes(type)).slice(0, 4);
  const { show, abstractVerifiedDate: verified } = county.notableDates;
  return (
    <div className="start">
      <h1 tabIndex={-1}>{t('home:start', { county: county.common.countyName })}</h1>
      {show && verified !== '' && <p className="muted">{t('home:verified', { date: verified })}</p>}
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
    <Card title={t('home:recent.title')}>
      {history.length === 0 && <p className="muted">{t('home:recent.none')}</p>}
      <ol className="recent">
        {history.map((entry) => (
          <li key={entry.index}>
            <div className="recent__head">
              <Link to={searchHistoryPath(entry.type, entry.index)}>{searchName(t, common, entry.type)}</Link>
            </div>
            <CriteriaList criteria={entry.displayCriteria} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
