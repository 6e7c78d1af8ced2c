import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@portal/infra/testing';
import { userSortKey, type ListedUser, type UserSortKey } from '@portal/proto/http/user-manager';
import { tables } from '../src/tables.js';
import { ManagedUserRepository } from '../src/user-manager/managed-user.repository.js';
import type { UserQuery } from '../src/user-manager/user-list.sql.js';

const USERS = 10_000;
const ACCOUNTS = 1_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase(tables);
  await db.asAdmin(
    `INSERT INTO identity.account (county_id, id, name, status, account_type, payment_method, image_charge_method,
       certificate_charge_method, image_retrieval, preview_retrieval, certificate_retrieval,
       certificate_preview_retrieval, updated_at)
     SELECT county, md5(county || n)::uuid, 'Title ' || md5(n::text), 'A', 'ESCROW', 'ESCROW', 'PAGE', 'PAGE', true,
            true, true, true, now()
       FROM generate_series(1, ${ACCOUNTS}) n, unnest(ARRAY['lake', 'saipan']) county`,
  );
  await db.asAdmin(
    `INSERT INTO identity.app_user (county_id, id, username, first_name, last_name, email, role, status, language,
       account_id, created_at, updated_at)
     SELECT county, gen_random_uuid(), 'user' || n, md5('first' || n % 200), md5('last' || n % 900), n || '@example.test',
            CASE WHEN n % 1000 = 0 THEN 'COUNTY' WHEN n % 50 = 1 THEN 'ACCOUNT' ELSE 'USER' END, CASE WHEN n % 70 = 0 THEN 'I' ELSE 'A' END, 'en',
            CASE WHEN n % 1000 > 0 THEN md5(county || (1 + n % ${ACCOUNTS}))::uuid END, now(), now()
       FROM generate_series(1, ${USERS}) n, unnest(ARRAY['lake', 'saipan']) county`,
  );
  await db.asAdmin('ANALYZE identity.app_user');
  await db.asAdmin('ANALYZE identity.account');
}, 120_000);
// `close()` also checks that each statement reads only a part of its tables
afterAll(() => db.close());

const query = (over: Partial<UserQuery> = {}): UserQuery => ({
  ...{ filterText: '', statusType: 'ALL', accountId: null, sortKey: 'username', sortDirection: 'ASC' },
  ...{ offset: 0, limit: 10, ...over },
});
const list = (over: Partial<UserQuery>, account: string | null = null): Promise<ListedUser[]> =>
  db.database.withCounty('lake', (tx) => new ManagedUserRepository().list(tx, account, query(over)));

/** For each sort key, the values of a user by which the list is sorted. */
const keys = {
  username: ({ username }) => [username],
  name: ({ lastName, firstName, username }) => [lastName, firstName, username],
  account: ({ accountName, username }) => [accountName, username],
  role: ({ role, username }) => [role, username],
} as const satisfies Record<UserSortKey, (user: ListedUser) => string[]>;
const textsOf = (sortKey: UserSortKey, users: readonly ListedUser[]): string[] =>
  users.map((user) => keys[sortKey](user).join('\u0000').toLowerCase());
const bytewise = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

describe('a list of 10,000 users', () => {
  test.each(userSortKey.options)(
    'is sorted by %s in both directions, whether it has all users, the users that a filter selects, or those of one account',
    async (sortKey) => {
      const [someone] = await list({ filterText: 'user1' });
      const kinds = [
        [{ limit: 1_000 }, null],
        [{ filterText: 'user12', limit: 1_000 }, null],
        [{ statusType: 'I', limit: 1_000 }, null],
        [{}, someone?.accountId ?? null],
      ] as const;
      for (const [over, account] of kinds) {
        const up = textsOf(sortKey, await list({ ...over, sortKey }, account));
        expect(up.length).toBeGreaterThan(5);
        expect(up).toEqual(up.toSorted(bytewise));
        const down = textsOf(sortKey, await list({ ...over, sortKey, sortDirection: 'DESC' }, account));
        expect(down).toEqual(down.toSorted(bytewise).toReversed());
        const second = await list({ ...over, sortKey, offset: 4, limit: 3 }, account);
        expect(textsOf(sortKey, second)).toEqual(up.slice(4, 7));
      }
    },
    30_000,
  );

  test('begins with the users without an account if it is sorted by account, and has every user exactly once', async () => {
    const parts = await Promise.all(
      [0, USERS / 2].map((offset) => list({ sortKey: 'account', offset, limit: USERS / 2 })),
    );
    const users = parts.flat();
    expect(new Set(users.map(({ id }) => id)).size).toBe(USERS);
    expect(users.findIndex(({ accountId }) => accountId !== null)).toBe(USERS / 1_000);
  }, 30_000);
});
