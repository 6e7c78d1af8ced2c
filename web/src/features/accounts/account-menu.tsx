import { useLocation, useNavigate } from 'react-router';
import type { ListedAccount } from '@portal/proto/http/accounts';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { leaveList, listIn } from '../../shared/use-list-left.js';
import { RowMenu, type MenuEntry } from '../../ui/components/row-menu.js';
import type { AccountActions } from './account-actions.js';
import { cashierPathOf, pathOf, usersPathOf } from './accounts.rules.js';

export interface AccountMenuProps {
  account: Pick<ListedAccount, 'id' | 'name' | 'status' | 'accountType' | 'userCount'>;
  /** True if the county lets staff reload flat-fee accounts (C2-09). */
  countyAdminReload: boolean;
  actions: Pick<AccountActions, 'toggle' | 'remove'>;
}

/** Links to an account's pages, and actions on the whole account (C2-06 to C2-10). */
export function AccountMenu({ account, countyAdminReload, actions }: AccountMenuProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const { id, name, status, accountType, userCount } = account;
  const { search, state } = useLocation() as { search: string; state: unknown };
  // an account's page leads back to the list that it was opened from
  const go = (to: string) => () => void navigate(to, { state: leaveList(search || listIn(state)) });
  const entries: MenuEntry[] = [
    { text: t('accounts:access'), icon: 'key', onSelect: go(pathOf('accountPageAccess', id, name)) },
    ...(countyAdminReload && accountType === 'FLAT_FEE'
      ? [{ text: t('accounts:reload'), icon: 'plus', onSelect: go(pathOf('accountReload', id, name)) }]
      : []),
    { text: t('accounts:tasks'), icon: 'clock', onSelect: go(pathOf('accountTasks', id, name)) },
    { text: t('accounts:users', { count: userCount }), icon: 'users', onSelect: go(usersPathOf(id, name)) },
    { text: t('accounts:cashier'), icon: 'bank', onSelect: go(cashierPathOf(id)) },
    status === 'A'
      ? { text: t('accounts:deactivate'), icon: 'minus', onSelect: () => actions.toggle(account) }
      : { text: t('accounts:activate'), icon: 'check-circle', onSelect: () => actions.toggle(account) },
    { text: t('accounts:delete'), icon: 'trash', danger: true, onSelect: () => actions.remove(account) },
  ];
  return <RowMenu label={t('accounts:more', { name })} entries={entries} />;
}
