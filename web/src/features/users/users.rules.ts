import { userSortKey, userStatusFilter, type UserListRequest } from '@portal/proto/http/user-manager';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the filters and the order from the query string of the list's URL, so that Back, a reload and a link show the
 * same list of users (C1-06).
 */
export const usersAskedFor = (address: URLSearchParams): UserListRequest => {
  const status = userStatusFilter.safeParse(address.get('statusType'));
  const account = address.get('accountId');
  const sort = userSortKey.safeParse(address.get('sortKey'));
  const page = Number(address.get('page'));
  return {
    filterText: (address.get('filterText') ?? '').slice(0, 100),
    statusType: status.success ? status.data : 'ALL',
    accountId: account !== null && UUID.test(account) ? account : null,
    sortKey: sort.success ? sort.data : 'username',
    sortDirection: address.get('sortDirection') === 'DESC' ? 'DESC' : 'ASC',
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  };
};

/** Writes the filters and the order as a query string; defaults are left out. */
export const addressOf = (
  { filterText, statusType, accountId, sortKey, sortDirection, page }: UserListRequest,
  accountName: string,
): URLSearchParams => {
  const address = new URLSearchParams();
  if (statusType !== 'ALL') address.set('statusType', statusType);
  if (filterText !== '') address.set('filterText', filterText);
  if (accountId !== null) {
    address.set('accountId', accountId);
    address.set('accountName', accountName);
  }
  if (sortKey !== 'username') address.set('sortKey', sortKey);
  if (sortDirection !== 'ASC') address.set('sortDirection', sortDirection);
  if (page > 1) address.set('page', String(page));
  return address;
};
