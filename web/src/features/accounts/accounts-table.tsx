import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { AccountSortKey, ShownAccount } from '@portal/proto/http/accounts';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { leaveList } from '../../shared/use-list-left.js';
import { DataTable, type Column, type DataTableProps } from '../../ui/components/data-table.js';
import { Link } from '../../ui/components/link.js';
import { CardLabel } from '../../ui/components/table.js';
import type { AccountActions } from './account-actions.js';
import { AccountBadges } from './account-badges.js';
import { AccountMenu } from './account-menu.js';
import { accountsPath } from './accounts.rules.js';

interface AccountsTableProps extends Pick<DataTableProps<ShownAccount>, 'failed' | 'order' | 'onOrder'> {
  /** Undefined while the accounts load. */
  accounts: readonly ShownAccount[] | undefined;
  pages: NonNullable<DataTableProps<ShownAccount>['pages']> | undefined;
  empty: ReactNode;
  countyAdminReload: boolean;
  actions: AccountActions;
}

/** A row for each account; on phones a card (C2-05, C2-06). */
export function AccountsTable({ accounts, pages, countyAdminReload, actions, ...table }: AccountsTableProps) {
  const t = useTexts();
  const left = leaveList(useLocation().search);
  const columns: Column<ShownAccount>[] = [
    column(t, 'name', (account) => (
      <div className="with-badge">
        <Link to={`${accountsPath}/${account.id}`} state={left}>
          {account.name}
        </Link>{' '}
        <AccountBadges {...account} />
      </div>
    )),
    column(t, 'accountType', ({ accountTypeDescription }) => accountTypeDescription, 'nowrap'),
    column(t, 'paymentMethod', ({ paymentMethodDescription }) => paymentMethodDescription, 'nowrap'),
    column(
      t,
      'monthlyFee',
      ({ monthlyFeeDescription }) => (
        <>
          <CardLabel text={t('accounts:column.monthlyFee')} />
          {monthlyFeeDescription}
        </>
      ),
      'amount',
    ),
    {
      ...{ name: 'actions', head: t('accounts:edit'), headHidden: true },
      cell: (account) => (
        <div className="row-actions">
          <Link className="btn btn--quiet btn--sm" to={`${accountsPath}/${account.id}`} state={left}>
            {t('accounts:edit')}
            <span className="sr"> {account.name}</span>
          </Link>
          <AccountMenu {...{ account, countyAdminReload, actions }} />
        </div>
      ),
    },
  ];
  return (
    <DataTable
      {...table}
      caption={t('accounts:list')}
      columns={columns}
      rows={accounts}
      keyOf={({ id }) => id}
      {...(pages && { pages })}
    />
  );
}

const column = (
  t: Translate,
  name: AccountSortKey,
  cell: Column<ShownAccount>['cell'],
  look?: NonNullable<Column<ShownAccount>['look']>,
): Column<ShownAccount> => ({
  ...{ name, head: t(`accounts:column.${name}`), cell, sortBy: 'server' },
  ...(look && { look }),
});
