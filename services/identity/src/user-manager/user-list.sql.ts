import type { UserSortKey } from '@portal/proto/http/user-manager';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { listManagedUsers } from '@portal/proto/rpc/user-manager';

export type UserQuery = Parsed<typeof listManagedUsers>;
export type UserFilters = Pick<UserQuery, 'filterText' | 'statusType'>;

/** All users, each with its account if it has one. */
export const JOINED = 'app_user u LEFT JOIN account a ON a.id = u.account_id';
/**
 * Only users with an account. The join begins with the accounts, so PostgreSQL can read the rows in the order of an
 * index of the accounts and need not sort them.
 */
const OF_ACCOUNTS = 'account a JOIN app_user u ON u.account_id = a.id';

/**
 * Returns the SQL condition that a column begins with $1. It is a range, because a byte-ordered index supports ranges.
 * The upper bound is $1 followed by U+10FFFF, the last character of Unicode.
 */
const begins = (key: string): string =>
  `u.${key} >= lower($1) AND u.${key} < lower($1) || U&'\\+10FFFF' COLLATE "C"`;
const KEYS = ['username_key', 'last_name_key', 'first_name_key', 'email_key'];

/** Locked users count as inactive, because they cannot sign in (C1-07). */
const statusesOf = { A: ['A'], I: ['I', 'L'], P: ['P'] } as const;

export const statusesAsked = (type: UserQuery['statusType']): readonly string[] | null =>
  type === 'ALL' ? null : statusesOf[type];

/**
 * For each sort key, the SQL of the values that sort the list. The last one is the username, which is unique, so that
 * no user is on two pages.
 */
const orders = {
  username: ['u.username_key'],
  name: ['u.last_name_key', 'u.first_name_key', 'u.username_key'],
  account: [`coalesce(a.name_key, '')`, 'u.username_key'],
  role: ['u.role', 'u.username_key'],
} as const satisfies Record<UserSortKey, readonly string[]>;

/**
 * Selects the users of a query by id, with the columns that sort them: `key_1`, `key_2` and so on. Conditions that the
 * query does not use are left out, so that each kind of query can use its own index.
 */
export function asked(
  account: string | null,
  { filterText, statusType }: UserFilters,
  { sortKey = 'username', after = null }: { sortKey?: UserSortKey; after?: string | null } = {},
) {
  const values: unknown[] = [filterText];
  const conditions: string[] = [];
  if (statusType !== 'ALL')
    conditions.push(`u.status = ANY ($${values.push(statusesOf[statusType])}::text[])`);
  if (after !== null) conditions.push(`u.username_key > lower($${values.push(after)})`);
  if (account !== null) conditions.push(`u.account_id = $${values.push(account)}`);
  const columns = orders[sortKey].map((value, at) => `${value} AS key_${at + 1}`);
  const select = (from: string, ...more: string[]): string =>
    `SELECT u.id, ${columns.join(', ')} FROM ${from} WHERE ${[...more, ...conditions].join(' AND ')}`;
  const from = sortKey === 'account' ? JOINED : 'app_user u';
  const found =
    filterText === ''
      ? select(from, `$1 = ''`)
      : KEYS.map((key) => select(from, begins(key))).join(' UNION ');
  return { found, select, values };
}

/**
 * Selects one page of a list.
 * @returns `chosen`: the SQL of the page's users, by id and with the columns that sort them; `order`: the terms that
 * sort these rows
 */
export function pageOf(account: string | null, query: UserQuery) {
  const { offset, limit, filterText, sortDirection } = query;
  // all users in the list of one account have the same account, so their usernames sort the list instead
  const sortKey = query.sortKey === 'account' && account !== null ? 'username' : query.sortKey;
  const { found, select, values } = asked(account, query, { sortKey });
  const [from, most] = [values.push(offset), values.push(limit)];
  const order = orders[sortKey].map((_, at) => `key_${at + 1} ${sortDirection}`).join(', ');
  const end = `LIMIT $${from}::int + $${most}::int`;
  const byAccount = () => `
    (${select(OF_ACCOUNTS, `$1 = ''`)} ORDER BY a.name_key ${sortDirection}, u.username_key ${sortDirection} ${end})
    UNION ALL
    (${select(JOINED, `$1 = ''`, 'u.account_id IS NULL')} ORDER BY u.username_key ${sortDirection} ${end})`;
  // both parts of `byAccount` read an index and stop at the end of the page, because sorting all users by account would
  // be slow
  const list = sortKey === 'account' && filterText === '' ? byAccount() : found;
  return {
    chosen: `SELECT * FROM (${list}) f ORDER BY ${order} OFFSET $${from} LIMIT $${most}`,
    order,
    values,
  };
}
