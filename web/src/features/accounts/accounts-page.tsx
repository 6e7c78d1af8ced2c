import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { accountSortKey, type AccountListRequest, type AccountPage } from '@portal/proto/http/accounts';
import { managedPageSize } from '@portal/proto/http/user-manager';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { useListAfterChange } from '../../shared/use-list-after-change.js';
import { useFailureAlert } from '../../shared/use-failure-alert.js';
import { leaveList } from '../../shared/use-list-left.js';
import { useRenewal } from '../../shared/use-renewal.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { useFile } from '../../ui/components/use-file.js';
import { useAccountActions } from './account-actions.js';
import { AccountFilters } from './account-filters.js';
import { useAccountsQuery } from './accounts.api.js';
import { accountsAskedFor, accountsPath, addressOf } from './accounts.rules.js';
import { AccountsTable } from './accounts-table.js';

/** The account list (C2-01 to C2-11). The page's URL contains the filters and the order of the list. */
export function AccountsPage() {
  const t = useTexts();
  usePageTitle(t('accounts:title'));
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const [told, setTold] = useState(() => messageIn(state));
  const asked = accountsAskedFor(new URLSearchParams(search));
  const accounts = useAccountsQuery(asked, { refetchOnMountOrArgChange: true });
  const ask = (over: Partial<AccountListRequest>): void => {
    setTold('');
    const next = addressOf({ ...asked, page: 1, ...over }).toString();
    // typing a letter adds no step to the browser's history
    void navigate({ search: next }, { replace: over.filterText !== undefined });
  };
  const renew = useRenewal(accounts);
  const exported = useFile(t('accounts:exporting'));
  const actions = useAccountActions(asked, (message) => {
    setTold(message);
    renew();
  });
  const { currentData: data, isError, error } = accounts;
  useFailureAlert(error);
  const shown = { total: data?.total, page: asked.page, pageSize: managedPageSize };
  const heading = useListAfterChange(shown, told, (page) => {
    void navigate({ search: addressOf({ ...asked, page }).toString() }, { replace: true });
  });
  return (
    <div className="content content--center stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1} ref={heading}>
            {t('accounts:title')}
          </h1>
          <p>{t('accounts:lead')}</p>
        </div>
        <div className="page-head__actions">
          <button
            className="btn"
            type="button"
            onClick={() =>
              exported.fetch({ path: 'controlPanel/accountExport', body: filtersOf(asked) }, 'accounts.xlsx')
            }
          >
            <Icon name="download" /> {t('accounts:export')}
          </button>
          <Link className="btn btn--primary" to={`${accountsPath}/0`} state={leaveList(search)}>
            <Icon name="plus" /> {t('accounts:new')}
          </Link>
        </div>
      </div>
      {told !== '' && <Notice tone="success" title={told} />}
      <AccountFilters asked={asked} onAsk={ask} />
      <AccountsTable
        accounts={data?.accounts}
        countyAdminReload={data?.countyAdminReload ?? false}
        order={{ column: asked.sortKey, direction: asked.sortDirection }}
        onOrder={({ column, direction }) => {
          const sortKey = accountSortKey.options.find((key) => key === column);
          ask({ ...(sortKey && { sortKey }), sortDirection: direction });
        }}
        pages={data && data.total > 0 ? pagesOf(t, data, asked.page, (page) => ask({ page })) : undefined}
        failed={
          isError
            ? {
                ...{ title: t('accounts:failed'), again: t('accounts:again') },
                onAgain: () => void accounts.refetch(),
              }
            : undefined
        }
        empty={<Empty onAll={() => void navigate({ search: '' })} />}
        actions={actions}
      />
      {actions.question}
      {exported.progress}
    </div>
  );
}

/** Leaves out the page number, because an export has the whole list. */
const filtersOf = ({ page: _page, ...filters }: AccountListRequest) => filters;

/** The message that a form left in the history entry when it led back to this list. */
const messageIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'told' in state ? String(state.told) : '';

const pagesOf = (t: Translate, { total }: AccountPage, page: number, onPage: (page: number) => void) => ({
  ...{ label: t('accounts:pages'), page, size: managedPageSize, total, onPage },
});

function Empty({ onAll }: { onAll(): void }) {
  const t = useTexts();
  return (
    <EmptyState icon="bank" title={t('accounts:empty')}>
      <p>{t('accounts:emptyAdvice')}</p>
      <button className="btn" type="button" onClick={onAll}>
        {t('accounts:showAll')}
      </button>
    </EmptyState>
  );
}
