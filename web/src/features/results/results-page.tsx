import { Navigate } from 'react-router';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { documentRead } from '../../shared/state/search.slice.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { DetailPane } from './detail-pane.js';
import { ResultsFoot } from './results-foot.js';
import { ResultsHead } from './results-head.js';
import { ResultsTable } from './results-table.js';
import { isDocument } from './results.rules.js';
import { useReaddress, useResults, useSearchAddress } from './use-results.js';

/** General results (B4): the list, its tools, and the details of the selected document beside it. */
export function ResultsPage() {
  const address = useSearchAddress();
  return address ? <Results address={address} /> : <Navigate to="/search" replace />;
}

function Results({ address }: { address: SearchAddress }) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const readdress = useReaddress(address);
  const { page, error, refetch } = useResults(address);
  const title = t('results:title', { search: t(`search:${address.type}.heading`) });
  usePageTitle(title);
  const select = (docId: string): void => {
    dispatch(documentRead(docId));
    readdress({ selected: docId }, address.selected !== undefined);
  };
  const selected = page?.records.filter(isDocument).find(({ docId }) => docId === address.selected);
  return (
    <div className="panes">
      <div className="panes__list">
        <ResultsHead
          title={title}
          address={address}
          total={page?.totalRecordCount ?? 0}
          onAddress={readdress}
        />
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus */}
        <div className="panes__scroll" tabIndex={0} role="region" aria-label={t('results:list')}>
          {error ? (
            <EmptyState icon="error" failed title={windowErrorText(t, callErrorOf(error))}>
              <button className="btn btn--sm" type="button" onClick={() => void refetch()}>
                <Icon name="refresh" /> {t('results:tryAgain')}
              </button>
            </EmptyState>
          ) : (
            <ResultsTable address={address} page={page} onSelect={select} onAddress={readdress} />
          )}
        </div>
        {page && (
          <ResultsFoot
            page={page}
            address={address}
            onPage={(pageNumber) => readdress({ pageNumber, selected: '' })}
          />
        )}
      </div>
      <DetailPane
        key={address.selected ?? ''}
        docId={address.selected}
        description={selected?.instrumentDescription ?? ''}
        onClose={() => readdress({ selected: '' }, true)}
      />
    </div>
  );
}
