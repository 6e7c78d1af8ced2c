import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { isoDay, usDate } from '@portal/proto/dates';
import type {
  AccountEntry,
  AccountSortKey,
  AccountStatusFilter,
  ListedAccount,
  ManagedAccount,
} from '@portal/proto/http/accounts';
import type { BilledAccount } from '@portal/proto/rpc/account-tasks';
import type { AccountTerms } from '@portal/proto/rpc/actor';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { listManagedAccounts } from '@portal/proto/rpc/account-manager';
import type { LandLinkAccount } from '@portal/proto/rpc/landlink';
import { LastSaves } from '../accounts/last-saves.js';
import { tallyOf } from '../tallies/tally.sql.js';
import type { UserStatus } from '../users/user.entity.js';

export type AccountQuery = Parsed<typeof listManagedAccounts>;

/**
 * SQL that is true for accounts whose monthly fee (NEEDS_BILLING) or renewal of images (NEEDS_RENEWAL) is due, as the
 * billing service has reported (account-tasks.consumer.ts). Inactive accounts are excluded, because they are not
 * charged.
 */
const NEEDS_BILLING = `a.status = 'A' AND a.needs_billing`;
const NEEDS_RENEWAL = `a.status = 'A' AND a.needs_image_renewal`;

const LISTED = `a.id, a.name, a.account_type AS "accountType", a.payment_method AS "paymentMethod",
   a.monthly_fee AS "monthlyFee", a.status,
   (${NEEDS_BILLING}) AS "needsBilling", (${NEEDS_RENEWAL}) AS "needsImageRenewal",
   (SELECT count(*)::int FROM app_user u WHERE u.account_id = a.id) AS "userCount"`;

const TERMS = `account_type AS "accountType", payment_method AS "paymentMethod",
  image_charge_method AS "imageChargeMethod", certificate_charge_method AS "certificateChargeMethod",
  image_retrieval AS "imageRetrieval", preview_retrieval AS "previewRetrieval",
  certificate_retrieval AS "certificateRetrieval", certificate_preview_retrieval AS "certificatePreviewRetrieval",
  user_reload AS "userReload"`;

const ENTERED = `a.image_charge_method AS "imageChargeMethod", a.certificate_charge_method AS "certificateChargeMethod",
  a.flat_fee_rate_level AS "flatFeeRateLevel", a.address, a.city, a.state, a.zip, a.phone, a.email,
  a.land_link_account AS "landLinkAccount", a.post_to_land_link AS "postToLandLink",
  to_char(a.last_tasks, 'YYYY-MM-DD') AS "lastTasks", a.image_retrieval AS "imageRetrieval",
  a.preview_retrieval AS "previewRetrieval", a.certificate_retrieval AS "certificateRetrieval",
  a.certificate_preview_retrieval AS "certificatePreviewRetrieval", a.user_reload AS "userReload"`;

const conditions = {
  ALL: undefined,
  A: `a.status = 'A'`,
  I: `a.status = 'I'`,
  NB: NEEDS_BILLING,
  NIR: NEEDS_RENEWAL,
} as const satisfies Record<AccountStatusFilter, string | undefined>;

/**
 * The SQL that sorts accounts by each sort key. Accounts with the same value are sorted by name in the same direction,
 * as in the index.
 */
const orders = {
  name: ['a.name_key'],
  accountType: ['a.account_type', 'a.name_key'],
  paymentMethod: ['a.payment_method', 'a.name_key'],
  monthlyFee: ['a.monthly_fee', 'a.name_key'],
} as const satisfies Record<AccountSortKey, readonly string[]>;

const statusOf = ({ statusType, includeInactive }: Pick<AccountQuery, 'statusType' | 'includeInactive'>) =>
  statusType === 'ALL' && !includeInactive ? 'A' : statusType;

/** Returns SQL that selects the accounts of a query; `$1` is the text with which their names begin. */
function asked({ filterText, ...query }: Omit<AccountQuery, 'offset' | 'limit'>) {
  const status = conditions[statusOf(query)];
  const begins =
    filterText === ''
      ? `$1 = ''`
      : `a.name_key >= lower($1) AND a.name_key < lower($1) || U&'\\+10FFFF' COLLATE "C"`;
  const where = [begins, ...(status === undefined ? [] : [status])].join(' AND ');
  return { from: `account a WHERE ${where}`, values: [filterText] as unknown[] };
}

@Injectable()
export class ManagedAccountRepository {
  readonly saves = new LastSaves('account a', VERSION);

  /** Reads one page of the account list. */
  list(tx: Tx, { offset, limit, ...query }: AccountQuery): Promise<ListedAccount[]> {
    const { from, values } = asked(query);
    const order = orders[query.sortKey].map((key) => `${key} ${query.sortDirection}`).join(', ');
    return tx.rows<ListedAccount>(
      `SELECT ${LISTED} FROM ${from} ORDER BY ${order}
       OFFSET $${values.push(offset)} LIMIT $${values.push(limit)}`,
      values,
    );
  }

  async count(tx: Tx, query: AccountQuery): Promise<number> {
    const { from, values } = asked(query);
    const status = statusOf(query);
    const isTallied = query.filterText === '' && (status === 'ALL' || status === 'A' || status === 'I');
    const counted = await (isTallied
      ? tx.row<{ total: string }>(tallyOf('account', '$1'), [status === 'ALL' ? null : [status]])
      : tx.row<{ total: string }>(`SELECT count(*) AS total FROM ${from}`, values));
    return Number(counted?.total ?? 0);
  }

  /** Reads the next `limit` accounts after the given name, sorted by name. */
  async listBehind(
    tx: Tx,
    query: Omit<AccountQuery, 'offset' | 'limit'>,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<ManagedAccount[]> {
    const { from, values } = asked(query);
    const behind = after === null ? '' : `AND a.name_key > lower($${values.push(after)})`;
    const rows = await tx.rows<ManagedAccount>(
      `SELECT ${LISTED}, ${ENTERED} FROM ${from} ${behind}
        ORDER BY a.name_key LIMIT $${values.push(limit)}`,
      values,
    );
    return rows.map((row) => ({ ...row, lastTasks: usDate(row.lastTasks) }));
  }

  async find(tx: Tx, id: string): Promise<ManagedAccount | undefined> {
    const row = await tx.row<ManagedAccount>(
      `SELECT ${LISTED}, ${ENTERED}, ${VERSION} AS version FROM account a WHERE a.id = $1`,
      [id],
    );
    return row && { ...row, lastTasks: usDate(row.lastTasks) };
  }

  /**
   * Locks the account until the transaction ends. First waits for transactions that change the account or add a user to
   * it.
   */
  async lock(tx: Tx, id: string): Promise<void> {
    await tx.run('SELECT id FROM account WHERE id = $1 FOR UPDATE', [id]);
  }

  async insert(tx: Tx, id: string, entry: AccountEntry, now: Date): Promise<void> {
    await tx.run(
      `INSERT INTO account (county_id, id, status, updated_at, last_tasks_at, ${COLUMNS.join(', ')})
       VALUES ($1, $2, 'A', $3, $3, ${COLUMNS.map((_, at) => `$${at + 4}`).join(', ')}) ON CONFLICT (county_id, id) DO NOTHING`,
      [tx.countyId, id, now, ...valuesOf(entry)],
    );
  }

  async save(tx: Tx, id: string, entry: AccountEntry, now: Date): Promise<void> {
    await tx.run(
      `UPDATE account SET updated_at = $2, ${SET_LAST_TASKS}, ${COLUMNS.map((column, at) => `${column} = $${at + 3}`).join(', ')}
        WHERE id = $1`,
      [id, now, ...valuesOf(entry)],
    );
  }

  async setStatus(tx: Tx, id: string, status: 'A' | 'I', now: Date): Promise<void> {
    await tx.run('UPDATE account SET status = $2, updated_at = $3 WHERE id = $1', [id, status, now]);
  }

  /**
   * Deactivates the active users of an account, or activates the users who were deactivated with the account (C2-24).
   */
  moveUsers(tx: Tx, account: string, status: 'A' | 'I', now: Date): Promise<MovedUser[]> {
    return tx.rows<MovedUser>(
      status === 'I'
        ? `UPDATE app_user SET status = 'I', left_with_account = true, updated_at = $2
            WHERE account_id = $1 AND status = 'A' RETURNING id, role, status, username`
        : `UPDATE app_user SET status = 'A', left_with_account = false, updated_at = $2
            WHERE account_id = $1 AND left_with_account RETURNING id, role, status, username`,
      [account, now],
    );
  }

  /**
   * Reads what the billing service needs to know about the accounts in `only` or, if `only` is null, about the accounts
   * whose ids follow `after`.
   */
  listBilled(tx: Tx, after: string | null, only: readonly string[] | null, limit: number) {
    return tx.rows<BilledRow>(
      `SELECT id, name, status, account_type AS "accountType", payment_method AS "paymentMethod",
              monthly_fee AS "monthlyFee", flat_fee_rate_level AS "flatFeeRateLevel",
              to_char(last_tasks, 'YYYY-MM-DD') AS "lastTasks", last_tasks_at AS "lastTasksAt"
         FROM account WHERE county_id = $1 AND ${only === null ? 'id > $2' : 'id = ANY($2)'}
        ORDER BY id LIMIT $3`,
      [tx.countyId, only ?? after ?? NO_ID, limit],
    );
  }

  /** Lists the LandLink settings of these accounts. For a deleted account, the settings are those at its deletion. */
  listLandLink(tx: Tx, accounts: readonly string[]): Promise<LandLinkAccount[]> {
    const fields = `id, name, land_link_account AS "landLinkAccount", post_to_land_link AS "postToLandLink"`;
    return tx.rows<LandLinkAccount>(
      ['account', 'former_account']
        .map((table) => `SELECT ${fields} FROM ${table} WHERE county_id = $1 AND id = ANY($2)`)
        .join(' UNION ALL '),
      [tx.countyId, accounts],
    );
  }

  /**
   * Stores what the billing service reported about an account's monthly tasks. `updated_at` does not change, because
   * staff have entered nothing. If staff have set `last_tasks` since the time in `tasks.lastTasksAt`, their day is
   * kept, because the billing service did not know this day yet when it sent its report. The times are compared in
   * milliseconds, because the report contains no microseconds.
   */
  async noteTasks(tx: Tx, id: string, tasks: NotedTasks): Promise<void> {
    await tx.run(
      `UPDATE account SET needs_billing = $2, needs_image_renewal = $3,
              last_tasks = CASE WHEN date_trunc('milliseconds', last_tasks_at) > $5::timestamptz THEN last_tasks
                           ELSE $4::date END
        WHERE id = $1`,
      [id, tasks.needsBilling, tasks.needsImageRenewal, tasks.lastTasks, tasks.lastTasksAt || null],
    );
  }

  async saveSearches(tx: Tx, id: string, searches: readonly string[], now: Date): Promise<void> {
    await tx.run('UPDATE account SET search_list = $2, updated_at = $3 WHERE id = $1', [id, searches, now]);
  }

  /** Lists the accounts that have their own choice of searches and whose ids follow `after`, sorted by id. */
  async listWithSearches(tx: Tx, after: string, limit: number): Promise<string[]> {
    const rows = await tx.rows<{ id: string }>(
      'SELECT id FROM account WHERE search_list IS NOT NULL AND id > $1 ORDER BY id LIMIT $2',
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Removes the choice of searches of these accounts. Locks the accounts in the order of their ids, as concurrent
   * transactions do.
   * @returns the accounts that had a choice of their own, sorted by id
   */
  async clearSearches(tx: Tx, ids: readonly string[], now: Date): Promise<ResetAccount[]> {
    await tx.run('SELECT id FROM account WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
    const reset = await tx.rows<ResetAccount>(
      `UPDATE account SET search_list = NULL, updated_at = $2 WHERE id = ANY($1) AND search_list IS NOT NULL
       RETURNING id, name, status, ${TERMS}`,
      [ids, now],
    );
    return reset.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** An id that sorts before every account's id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface BilledRow extends Omit<BilledAccount, 'lastTasksAt'> {
  readonly lastTasksAt: Date;
}

export interface NotedTasks {
  readonly needsBilling: boolean;
  readonly needsImageRenewal: boolean;
  /** The day of the account's last monthly tasks, as YYYY-MM-DD. */
  readonly lastTasks: string;
  /**
   * When staff last set the day `lastTasks`, as far as the billing service knew; empty if an older version of the
   * billing service sent the report.
   */
  readonly lastTasksAt: string;
}

export interface ResetAccount extends AccountTerms {
  readonly id: string;
  readonly name: string;
  readonly status: 'A' | 'I';
}

export interface MovedUser {
  readonly id: string;
  readonly username: string;
  readonly role: string;
  readonly status: UserStatus;
}

/** The column of each field; `valuesOf` returns the values in the same order. */
const columns = {
  name: 'name',
  accountType: 'account_type',
  paymentMethod: 'payment_method',
  monthlyFee: 'monthly_fee',
  flatFeeRateLevel: 'flat_fee_rate_level',
  imageChargeMethod: 'image_charge_method',
  certificateChargeMethod: 'certificate_charge_method',
  address: 'address',
  city: 'city',
  state: 'state',
  zip: 'zip',
  phone: 'phone',
  email: 'email',
  landLinkAccount: 'land_link_account',
  postToLandLink: 'post_to_land_link',
  lastTasks: 'last_tasks',
  imageRetrieval: 'image_retrieval',
  previewRetrieval: 'preview_retrieval',
  certificateRetrieval: 'certificate_retrieval',
  certificatePreviewRetrieval: 'certificate_preview_retrieval',
  userReload: 'user_reload',
} as const satisfies Record<keyof AccountEntry, string>;
const COLUMNS = Object.values(columns);
/**
 * The version of an entry: a hash of the fields that `save` writes. It changes with these fields, whoever writes them;
 * the billing service, for example, writes `last_tasks`.
 */
const VERSION = `encode(sha256(convert_to((${COLUMNS.map((column) => `a.${column}`).join(', ')})::text, 'UTF8')), 'hex')`;
/**
 * Sets `last_tasks_at` only when `last_tasks` changes. The billing service adopts the day `last_tasks` only if
 * `last_tasks_at` says that staff have changed it.
 */
const SET_LAST_TASKS = `last_tasks_at = CASE WHEN last_tasks = $${COLUMNS.indexOf('last_tasks') + 3}::date
  THEN last_tasks_at ELSE $2 END`;

const valuesOf = (entry: AccountEntry): unknown[] =>
  (Object.keys(columns) as (keyof AccountEntry)[]).map((key) =>
    key === 'lastTasks' ? isoDay(entry.lastTasks) : entry[key],
  );
