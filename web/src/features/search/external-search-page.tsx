import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { showAlert } from '../../shared/alerts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { useStillHere } from '../../shared/use-still-here.js';
import { countyToday } from './criteria.rules.js';
import { externalSearch, type ExternalLookup } from './external-search.rules.js';
import { useRunSearch } from './run-search.js';

const notFound: Record<ExternalLookup, string> = {
  parcelid: 'search:external.parcelid',
  documentnumber: 'search:external.documentnumber',
};

/**
 * Runs the search that another system links to, and opens its results. If nothing is found, shows an alert and then
 * opens /search (B3-24 to B3-29).
 */
const useExternalSearch = (lookup: ExternalLookup, id: string) => {
  const [searching, setSearching] = useState(true);
  const t = useTexts();
  const navigate = useNavigate();
  const runSearch = useRunSearch();
  const county = useCounty();
  const stillHere = useStillHere();
  const search = async (): Promise<void> => {
    const isHere = stillHere();
    const { type, criteria } = externalSearch(lookup, id, countyToday(county));
    // The `await` is needed even if there is no search: if the portal starts with this page, no alert can be shown
    // before this component has been drawn.
    const outcome = await (criteria ? runSearch(type, criteria) : ({ kind: 'nothing' } as const));
    if (!isHere()) return;
    if (outcome.kind === 'found') {
      await navigate(outcome.to, { replace: true });
      return;
    }
    setSearching(false);
    if (outcome.kind === 'failed') await outcome.tell();
    else await showAlert(t(notFound[lookup]), 'WARNING');
    await navigate('/search', { replace: true });
  };
  return { search, searching };
};

/** /externalsearch/parcelid/{id} and /externalsearch/documentnumber/{id}; shows a spinner during the search. */
function ExternalSearchPage({ lookup }: { lookup: ExternalLookup }) {
  const t = useTexts();
  const { id = '' } = useParams();
  const user = useUser();
  const { search, searching } = useExternalSearch(lookup, id);
  const started = useRef(false);
  const title = t('search:external.title', { id });
  usePageTitle(title);
  useEffect(() => {
    if (started.current || !user) return;
    started.current = true;
    void search();
  });
  return (
    <div className="content guard">
      <h1 tabIndex={-1}>{title}</h1>
      <p className="waiting" role="status">
        {searching && (
          <>
            <span className="spinner" aria-hidden="true" /> {t('search:searching')}
          </>
        )}
      </p>
    </div>
  );
}

export function ExternalParcelPage() {
  return <ExternalSearchPage lookup="parcelid" />;
}

export function ExternalDocumentPage() {
  return <ExternalSearchPage lookup="documentnumber" />;
}
