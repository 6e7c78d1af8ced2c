import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'react-redux';
import { useNavigate, useNavigation } from 'react-router';
import { useShownCriteria } from '../../shared/criteria-of.js';
import { resultKindOf, sortKeys } from '@portal/proto/http/search-types';
import { alertFailure } from '../../shared/alert-failure.js';
import { showAlert } from '../../shared/alerts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useLazySearchPageQuery } from '../../shared/search.api.js';
import {
  readSearchAddress,
  resultsPathOf,
  writeSearchAddress,
  type SearchAddress,
} from '../../shared/search-address.js';
import { offeredSearches } from '../../shared/search-types.js';
import { sequenceStarted, type SearchSequence } from '../../shared/state/search.slice.js';
import { useCounty, useSharedDispatch, useUser, type SharedState } from '../../shared/state/selectors.js';
import { Link, opensElsewhere } from '../../ui/components/link.js';
import { Overlay } from '../../ui/components/overlay.js';
import { useEntryState } from './entry-state.js';
import { focusHeading } from './focus.js';
import type { LinkedSearch } from './linked.rules.js';
import { searchOf, useReaddress } from './use-results.js';

type Follow = (link: LinkedSearch) => void;
const FollowContext = createContext<Follow>(() => undefined);

/** The fragment of a linked search: first page, default order. */
const hashOf = (link: LinkedSearch): string =>
  writeSearchAddress({
    ...link,
    pageNumber: 1,
    sortKey: sortKeys[resultKindOf(link.type)][0],
    sortDirection: 'ASC',
  });

/**
 * Returns a function that describes the current search with its page, order and selected row. The description is kept
 * when a link starts another search, so that Back can restore the current search (B3-12, B3-19).
 */
const useLeft = (address: SearchAddress): (() => SearchSequence) => {
  const displayCriteria = useShownCriteria(address.type, address.criteria);
  return () => ({ ...address, link: `search/${address.type}`, displayCriteria });
};

/**
 * Returns a function that tells whether the current list is still shown. Users can leave this list with the browser's
 * Back even while the overlay is shown. The results of the linked search must then not open.
 */
const useIsShown = (address: SearchAddress): (() => boolean) => {
  const atRest = useNavigation().state === 'idle';
  const own = writeSearchAddress(address);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = atRest ? own : undefined;
    return () => {
      shown.current = undefined;
    };
  }, [own, atRest]);
  return () => shown.current === own;
};

/**
 * Runs the searches that details link to (B3-14 to B3-18). The current list stays until the new results arrive. A
 * search that fails or finds nothing shows a message and changes nothing (B3-22).
 */
export function LinkedSearches({ address, children }: { address: SearchAddress; children: ReactNode }) {
  const t = useTexts();
  const store = useStore<SharedState>();
  const dispatch = useSharedDispatch();
  const navigate = useNavigate();
  const readdress = useReaddress(address);
  const entry = useEntryState();
  const left = useLeft(address);
  const isShown = useIsShown(address);
  const [search] = useLazySearchPageQuery();
  const [busy, setBusy] = useState(false);
  const run = async (link: LinkedSearch): Promise<void> => {
    const hash = hashOf(link);
    const next = readSearchAddress(hash);
    if (!next) return;
    if (searchOf(next) === searchOf(address)) {
      readdress({ pageNumber: 1, selected: '' });
      focusHeading();
      return;
    }
    const answer = await search({ ...next, submission: store.getState().search.submission + 1 });
    if (answer.data && answer.data.totalRecordCount > 0) {
      if (!isShown()) return;
      dispatch(sequenceStarted(left()));
      const back = { hash: writeSearchAddress(address), state: { back: entry.back } };
      await navigate({ pathname: resultsPathOf(link.type), hash }, { state: { back } });
      return;
    }
    if (answer.data) void showAlert(t('search:noRecords'), 'INFO');
    else if (answer.error) void alertFailure(t, answer.error);
  };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const follow = useCallback((link: LinkedSearch): void => {
    setBusy(true);
    void latest.current(link).finally(() => setBusy(false));
  }, []);
  return (
    <FollowContext value={follow}>
      {children}
      {busy && <Overlay text={t('search:searching')} />}
    </FollowContext>
  );
}

interface SearchLinkProps {
  to: LinkedSearch;
  className?: string;
  children: ReactNode;
}

/**
 * A link in the details, which can be opened in another tab. Plain text for a user who may not use the linked search.
 */
export function SearchLink({ to, className, children }: SearchLinkProps) {
  const follow = useContext(FollowContext);
  const offered = offeredSearches(useCounty(), useUser());
  if (!offered.includes(to.type)) return <span className={className}>{children}</span>;
  return (
    <Link
      to={{ pathname: resultsPathOf(to.type), hash: hashOf(to) }}
      className={className}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        follow(to);
      }}
    >
      {children}
    </Link>
  );
}
