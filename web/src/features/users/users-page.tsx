import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  managedPageSize,
  userSortKey,
  type UserListRequest,
  type UserPage,
} from '@portal/proto/http/user-manager';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useListAfterChange } from '../../shared/use-list-after-change.js';
import { useFailureAlert } from '../../shared/use-failure-alert.js';
import { leaveList } from '../../shared/use-list-left.js';
import { useRenewal } from '../../shared/use-renewal.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { useFile } from '../../ui/components/use-file.js';
import { UserFilters } from './user-filters.js';
import { useUserActions } from './user-actions.js';
import { useUsersQuery } from './users.api.js';
import { addressOf, usersAskedFor } from './users.rules.js';
import { UsersTable } from './users-table.js';

/** The user list (C1-01 to C1-12). The page's URL contains the filters and the order of the list. */
export function UsersPage() {
  const t = useTexts();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(search);
  const [told, setTold] = useState(() => messageIn(state));
  const asked = usersAskedFor(address);
  const accountName = address.get('accountName') ?? '';
  const users = useUsersQuery(asked, { refetchOnMountOrArgChange: true });
  const ask = (over: Partial<UserListRequest>, name = accountName): void => {
    setTold('');
    const next = addressOf({ ...asked, page: 1, ...over }, name).toString();
    // typing a letter adds no step to the browser's history
    void navigate({ search: next }, { replace: over.filterText !== undefined });
  };
  const renew = useRenewal(users);
  const exported = useFile(t('users:exporting'));
  const actions = useUserActions(asked, (message) => {
    setTold(message);
    renew();
  });
  const { currentData: data, isError, error } = users;
  useFailureAlert(error);
  const shown = { total: data?.total, page: asked.page, pageSize: managedPageSize };
  const heading = useListAfterChange(shown, told, (page) => {
    void navigate({ search: addressOf({ ...asked, page }, accountName).toString() }, { replace: true });
  });
  return (
    <div className="content content--center stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1} ref={heading}>
            {t('users:title')}
          </h1>
          <p>{t('users:lead')}</p>
        </div>
        <div className="page-head__actions">
          <button
            className="btn"
            type="button"
            onClick={() =>
              exported.fetch({ path: 'userManager/userExport', body: filtersOf(asked) }, 'users.xlsx')
            }
          >
            <Icon name="download" /> {t('users:export')}
          </button>
          <Link className="btn btn--primary" to="/userManager/0" state={leaveList(search)}>
            <Icon name="plus" /> {t('users:new')}
          </Link>
        </div>
      </div>
      {told !== '' && <Notice tone="success" title={told} />}
      <UserFilters asked={asked} accountName={accountName} onAsk={ask} />
      <UsersTable
        users={data?.users}
        order={{ column: asked.sortKey, direction: asked.sortDirection }}
        onOrder={({ column, direction }) => {
          const sortKey = userSortKey.options.find((key) => key === column);
          ask({ ...(sortKey && { sortKey }), sortDirection: direction });
        }}
        pages={data && data.total > 0 ? pagesOf(t, data, asked.page, (page) => ask({ page })) : undefined}
        failed={
          isError
            ? { title: t('users:failed'), again: t('users:again'), onAgain: () => void users.refetch() }
            : undefined
        }
        empty={<Empty onAll={() => void navigate({ search: '' })} />}
        onToggle={actions.toggle}
        onDelete={actions.remove}
      />
      {actions.question}
      {exported.progress}
    </div>
  );
}

/** Leaves out the page number and the order, because an export has the whole list, ordered by username. */
const filtersOf = ({ filterText, statusType, accountId }: UserListRequest) => ({
  filterText,
  statusType,
  accountId,
});

/** The message that a form left in the history entry when it led back to this list. */
const messageIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'told' in state ? String(state.told) : '';

const pagesOf = (t: Translate, { total }: UserPage, page: number, onPage: (page: number) => void) => ({
  ...{ label: t('users:pages'), page, size: managedPageSize, total, onPage },
});

function Empty({ onAll }: { onAll(): void }) {
  const t = useTexts();
  return (
    <EmptyState icon="users" title={t('users:empty')}>
      <p>{t('users:emptyAdvice')}</p>
      <button className="btn" type="button" onClick={onAll}>
        {t('users:showAll')}
      </button>
    </EmptyState>
  );
}
