import { lazy, Suspense, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { Navigate, useNavigationType } from 'react-router';
import { resultKindOf, type ResultKind } from '@portal/proto/http/search-types';
import { loadTexts } from '../../shared/i18n/i18n.js';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { resultsPathOf, writeSearchAddress, type SearchAddress } from '../../shared/search-address.js';
import { searchHeading } from '../../shared/search-types.js';
import type { ResultPage } from '../../shared/state/search.slice.js';
import { useCounty } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { LinkedSearches } from './linked-search.js';
import type { ResultView } from './result-view.js';
import { focusHeading, focusList, listToItsTop } from './focus.js';
import { ResultsFoot } from './results-foot.js';
import { formOf, ResultsHead } from './results-head.js';
import { ResultsTable } from './results-table.js';
import { ResultsTools } from './results-tools.js';
import { pagesOf } from './results.rules.js';
import {
  searchOf,
  useDetailsOpened,
  useReaddress,
  useResults,
  useSearchAddress,
  type Readdress,
  type Results,
} from './use-results.js';
import { useSelection } from './use-selection.js';
import type { Workbench as Bench } from './workbench.js';

/**
 * The workbench is loaded after the list, so that the list need not wait. The cast restores the type parameter of the
 * kind, which `lazy` loses.
 */
const Workbench = lazy(async () => {
  const [{ Workbench: bench }] = await Promise.all([import('./workbench.js'), loadTexts('workbench')]);
  return { default: bench };
}) as unknown as typeof Bench;

interface ResultsPageProps<K extends ResultKind> {
  view: ResultView<K>;
}

/** A result screen: the frame that all kinds share, with the view of its kind (B1-014). */
export function ResultsPage<K extends ResultKind>({ view }: ResultsPageProps<K>) {
  const address = useSearchAddress();
  if (!address) return <Navigate to="/search" replace />;
  if (resultKindOf(address.type) !== view.kind) {
    const there = { pathname: resultsPathOf(address.type), hash: writeSearchAddress(address) };
    return <Navigate to={there} replace />;
  }
  return <SearchResults key={searchOf(address)} view={view} address={address} />;
}

/**
 * Focuses the heading of a new list, because the link or button that opened the list has disappeared with the old list.
 */
const useFocusOnArrival = (): void => {
  const arrival = useNavigationType();
  useEffect(() => {
    if (arrival !== 'PUSH' || document.activeElement !== document.body) return;
    focusHeading();
  }, [arrival]);
};

/** Scrolls to the first record after a change of page or order. */
const useListFromItsTop = ({ pageNumber, sortKey, sortDirection }: SearchAddress): void => {
  const list = `${pageNumber} ${sortKey} ${sortDirection}`;
  const shown = useRef(list);
  useLayoutEffect(() => {
    if (shown.current === list) return;
    shown.current = list;
    listToItsTop();
  }, [list]);
};

/**
 * Turns to the last page if the page number in the URL is too high, for example because the list has become shorter
 * since the URL was bookmarked.
 */
const useLastPage = (pageNumber: number, total: number | undefined, readdress: Readdress): void => {
  useEffect(() => {
    if (total !== undefined && pageNumber > pagesOf(total)) readdress({ pageNumber: pagesOf(total) }, true);
  }, [pageNumber, total, readdress]);
};

/** An empty list that is always the same object, so that the tools are not rendered again while the list is loading. */
const none: never[] = [];

interface SearchResultsProps<K extends ResultKind> extends ResultsPageProps<K> {
  address: SearchAddress;
}

/** The list of one search, its tools, and the details of the selected record beside it. */
function SearchResults<K extends ResultKind>({ view, address }: SearchResultsProps<K>) {
  const t = useTexts();
  const readdress = useReaddress(address);
  const results = useResults(address);
  const { common } = useCounty();
  useFocusOnArrival();
  useListFromItsTop(address);
  useLastPage(
    address.pageNumber,
    results.list.filtered ? undefined : results.page?.totalRecordCount,
    readdress,
  );
  const title = t('results:title', { search: searchHeading(t, common, address.type) });
  usePageTitle(title);
  // The cast is safe: the page was parsed with the schema of this kind.
  const page = results.page as ResultPage<K> | undefined;
  // rows, pages and tools render as a transition, so that the page responds while an answer arrives
  const shown = useDeferredValue(page);
  const total = useDeferredValue(results.total);
  const { select, close } = useDetailsOpened(address);
  return (
    <LinkedSearches address={address}>
      <div className="panes">
        <div className="panes__list">
          <div className="results-head">
            <ResultsHead title={title} address={address} total={total ?? 0} />
            <ResultsTools
              view={view}
              address={address}
              total={total}
              records={shown?.records ?? none}
              list={results.list}
              onAddress={readdress}
              onFilter={results.filter}
              onFilterEnd={results.removeFilter}
            />
          </div>
          <List view={view} address={address} results={results} page={page} shown={shown} onSelect={select} />
          {total !== undefined && (
            <ResultsFoot
              total={total}
              // The selected records fit on one page, whatever page the URL names.
              address={results.list.filtered ? { ...address, pageNumber: 1 } : address}
              visited={results.list.visitedPages}
              onPage={(pageNumber) => readdress({ pageNumber, selected: '' })}
            />
          )}
        </div>
        <Suspense>
          <Workbench
            view={view}
            address={address}
            page={shown}
            total={total ?? 0}
            filtered={results.list.filtered}
            onSelect={select}
            onAddress={readdress}
            onClose={close}
          />
        </Suspense>
      </div>
    </LinkedSearches>
  );
}

interface ListProps<K extends ResultKind> extends SearchResultsProps<K> {
  results: Results;
  page: ResultPage<K> | undefined;
  /** The page as it was last rendered; newer rows of `page` are still being rendered. */
  shown: ResultPage<K> | undefined;
  onSelect(id: string): void;
}

function List<K extends ResultKind>({ view, address, results, page, shown, onSelect }: ListProps<K>) {
  const t = useTexts();
  const readdress = useReaddress(address);
  const selection = useSelection<K>(searchOf(address), results.list);
  const { error, refetch, retry } = results;
  const failure = error && callErrorOf(error);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
    <div className="panes__scroll" tabIndex={0} role="region" aria-label={t('results:list')}>
      {failure?.kind === 'refused' && failure.fields ? (
        <EmptyState icon="error" failed title={t('results:criteriaRefused')}>
          <EditSearch address={address} />
        </EmptyState>
      ) : failure ? (
        <EmptyState icon="error" failed title={windowErrorText(t, failure)}>
          <TryAgain onClick={refetch} />
        </EmptyState>
      ) : page?.totalRecordCount === 0 ? (
        <EmptyState icon="search" title={t('search:noRecords')}>
          <EditSearch address={address} />
        </EmptyState>
      ) : (
        <ResultsTable
          view={view}
          address={address}
          page={shown}
          ended={retry !== undefined}
          selection={selection}
          onSelect={onSelect}
          onAddress={readdress}
        />
      )}
      {retry && (
        <div role="alert">
          <EmptyState icon="error" failed title={t('results:restFailed')}>
            <TryAgain onClick={retry} />
          </EmptyState>
        </div>
      )}
    </div>
  );
}

/** A button that loads again. A click also focuses the list, because the button disappears with the failure. */
function TryAgain({ onClick }: { onClick(): void }) {
  const t = useTexts();
  const tryAgain = (): void => {
    focusList();
    onClick();
  };
  return (
    <button className="btn btn--sm" type="button" onClick={tryAgain}>
      <Icon name="refresh" /> {t('results:tryAgain')}
    </button>
  );
}

/** A link to the search form, shown when the search finds nothing or the server refuses it. */
function EditSearch({ address }: { address: SearchAddress }) {
  const t = useTexts();
  return (
    <Link className="btn btn--sm" to={formOf(address)}>
      {t('results:editSearch')}
    </Link>
  );
}
