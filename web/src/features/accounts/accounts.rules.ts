import { accountSortKey, accountStatusFilter, type AccountListRequest } from '@portal/proto/http/accounts';
import { pathPart } from '../../shared/path-part.js';

export const accountsPath = '/controlPanel/accounts';

/** The URL path of a page of one account. The path contains the account's name, which the page shows (C2-47, C2-50). */
export const pathOf = (
  page: 'accountPageAccess' | 'accountReload' | 'accountTasks',
  id: string,
  name: string,
): string => `/controlPanel/${page}/${id}/${pathPart(name)}`;

/** The account of a page, read from the page's URL. The name in an old link may be out of date. */
export interface AccountPageProps {
  params: Readonly<Record<string, string>>;
}

/** The URL path of an account's cashier page. */
export const cashierPathOf = (id: string): string => `/accounts/${id}/cashier`;

/** The URL of the user list, limited to the users of one account (C2-10). */
export const usersPathOf = (id: string, name: string): string =>
  `/userManager?${new URLSearchParams({ accountId: id, accountName: name }).toString()}`;

/**
 * Reads the filters from the query string of the list's URL, so that Back, a reload and a link lead to the same
 * accounts.
 */
export const accountsAskedFor = (address: URLSearchParams): AccountListRequest => {
  const status = accountStatusFilter.safeParse(address.get('statusType'));
  const sort = accountSortKey.safeParse(address.get('sortKey'));
  const page = Number(address.get('page'));
  return {
    filterText: (address.get('filterText') ?? '').slice(0, 100),
    statusType: status.success ? status.data : 'ALL',
    includeInactive: true,
    sortKey: sort.success ? sort.data : 'name',
    sortDirection: address.get('sortDirection') === 'DESC' ? 'DESC' : 'ASC',
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  };
};

/** Writes the filters as a query string; defaults are left out. */
export const addressOf = (asked: AccountListRequest): URLSearchParams => {
  const address = new URLSearchParams();
  if (asked.statusType !== 'ALL') address.set('statusType', asked.statusType);
  if (asked.filterText !== '') address.set('filterText', asked.filterText);
  if (asked.sortKey !== 'name') address.set('sortKey', asked.sortKey);
  if (asked.sortDirection !== 'ASC') address.set('sortDirection', asked.sortDirection);
  if (asked.page > 1) address.set('page', String(asked.page));
  return address;
};
