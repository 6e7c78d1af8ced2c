import type { ReactNode } from 'react';
import type { ListedUser, UserSortKey } from '@portal/proto/http/user-manager';
import type { UserStatus } from '@portal/proto/roles';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { leaveList } from '../../shared/use-list-left.js';
import { DataTable, type Column, type DataTableProps } from '../../ui/components/data-table.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { RowMenu, type MenuEntry } from '../../ui/components/row-menu.js';
import { useLocation, useNavigate } from 'react-router';

export interface RowActions {
  onToggle(user: ListedUser): void;
  onDelete(user: ListedUser): void;
}

interface UsersTableProps
  extends RowActions, Pick<DataTableProps<ListedUser>, 'failed' | 'order' | 'onOrder'> {
  /** Undefined while the users load. */
  users: readonly ListedUser[] | undefined;
  pages: NonNullable<DataTableProps<ListedUser>['pages']> | undefined;
  empty: ReactNode;
}

/** A row for each user; on phones a card (C1-08 to C1-10). */
export function UsersTable({ users, pages, onToggle, onDelete, ...table }: UsersTableProps) {
  const t = useTexts();
  return (
    <DataTable
      {...table}
      caption={t('users:list')}
      columns={columnsOf(t, { onToggle, onDelete })}
      rows={users}
      keyOf={({ id }) => id}
      {...(pages && { pages })}
    />
  );
}

const columnsOf = (t: Translate, actions: RowActions): Column<ListedUser>[] => {
  const column = (
    name: UserSortKey,
    cell: Column<ListedUser>['cell'],
    look?: Column<ListedUser>['look'],
  ): Column<ListedUser> => ({
    ...{ name, head: t(`users:column.${name}`), cell, sortBy: 'server' },
    ...(look && { look }),
  });
  return [
    column('username', (user) => <Username user={user} />),
    column('name', nameOf),
    column('account', ({ accountName }) => accountName),
    column('role', ({ role }) => t(`users:role.${role}`), 'nowrap'),
    {
      ...{ name: 'actions', head: t('users:edit'), headHidden: true },
      cell: (user) => <Actions user={user} {...actions} />,
    },
  ];
};

const nameOf = ({ lastName, firstName }: ListedUser): string =>
  [lastName, firstName].filter((part) => part !== '').join(', ');

const signs = {
  I: { icon: 'minus', tone: '' },
  P: { icon: 'clock', tone: 'badge--warning' },
  L: { icon: 'lock', tone: 'badge--error' },
} as const satisfies Record<Exclude<UserStatus, 'A'>, { icon: string; tone: string }>;

function Username({ user: { id, username, status } }: { user: ListedUser }) {
  const t = useTexts();
  const { search } = useLocation();
  return (
    <div className="with-badge">
      <Link to={`/userManager/${id}`} state={leaveList(search)}>
        {username}
      </Link>
      {status !== 'A' && (
        <span className={`badge ${signs[status].tone}`}>
          <Icon name={signs[status].icon} /> {t(`users:status.${status}`)}
        </span>
      )}
    </div>
  );
}

function Actions({ user, onToggle, onDelete }: RowActions & { user: ListedUser }) {
  const t = useTexts();
  const navigate = useNavigate();
  const left = leaveList(useLocation().search);
  const { id, username, status } = user;
  const entries: MenuEntry[] = [
    {
      text: t('users:password'),
      icon: 'key',
      onSelect: () => void navigate(`/userManager/userPassword/${id}`, { state: { ...left, username } }),
    },
    status === 'A'
      ? { text: t('users:deactivate'), icon: 'minus', onSelect: () => onToggle(user) }
      : { text: t('users:activate'), icon: 'check-circle', onSelect: () => onToggle(user) },
    { text: t('users:delete'), icon: 'trash', danger: true, onSelect: () => onDelete(user) },
  ];
  return (
    <div className="row-actions">
      <Link className="btn btn--quiet btn--sm" to={`/userManager/${id}`} state={left}>
        {t('users:edit')}
        <span className="sr"> {username}</span>
      </Link>
      <RowMenu label={t('users:actions', { username })} entries={entries} />
    </div>
  );
}
