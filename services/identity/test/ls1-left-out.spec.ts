import { describe, expect, test } from '@jest/globals';
import { fillLs1 } from '@portal/infra/testing';
import type { Ls1List } from '@portal/proto/http/ls1';
import { listLs1Refusals } from '@portal/proto/rpc/ls1-migration';
import { addOld, beginAccounts, inState, ls1, provider, stack, startLs1 } from './ls1-steps.js';

startLs1();

const listOf = (migration: string, list: Ls1List) =>
  stack.value(listLs1Refusals, { migration, list, offset: 0, limit: 100 }, provider());
const refusals = async (migration: string) => (await listOf(migration, 'ROWS')).refusals;

describe('a migration of accounts and users', () => {
  test('lists the rows that it leaves out, each with its reason', async () => {
    await addOld();
    await fillLs1(ls1, 3, 4);
    await ls1.run(
      `INSERT INTO accounts (account_id, account_name, account_type, payment_method) VALUES
         (10, 'title company 1', 'A_LA_CARTE', 'ESCROW'), (11, 'No type', 'OTHER', 'ESCROW'),
         (13, 'Flat fee by card', 'FLAT_FEE', 'CREDIT_CARD'),
         (12, 'guests', 'A_LA_CARTE', 'INVOICE'), (NULL, 'No number', 'A_LA_CARTE', 'ESCROW')`,
    );
    await ls1.run(
      `INSERT INTO people (user_id, account_id, username, first_name, last_name, email, user_type) VALUES
         (20, 1, 'Former.User2', 'A', 'B', 'a@example.test', 'USER'),
         (21, 11, 'no.account', 'A', 'B', 'a@example.test', 'USER'),
         (22, 1, 'GUEST.USER', 'A', 'B', 'a@example.test', 'USER'),
         (23, NULL, 'a.provider', 'A', 'B', 'a@example.test', 'TRIMIN'),
         (24, 1, 'no.mail', 'A', 'B', 'nowhere', 'USER'),
         (25, 1, 'card.number', '4111 1111 1111 1111', 'B', 'a@example.test', 'USER'),
         (26, 1, 'bad name', 'A', 'B', 'a@example.test', 'USER'),
         (27, 1, 'twice.27', 'A', 'B', 'a@example.test', 'USER'), (27, 1, 'twice.27b', 'A', 'B', 'a@example.test', 'USER')`,
    );
    const id = await beginAccounts();
    const done = await inState('ACCOUNTS_USERS', 'DONE');
    // the row without a number is counted, but cannot be listed
    expect(done).toMatchObject({ found: 21, read: 21, taken: 8, refused: 13, reasons: { INCOMPLETE: 1 } });
    const told = (await refusals(id)).map(({ what, number, reason }) => `${what} ${number} ${reason}`);
    expect(told.sort()).toEqual(
      [
        ...['ACCOUNT 10 NAME_TWICE', 'ACCOUNT 11 TYPE', 'ACCOUNT 12 NAME_TAKEN'],
        'ACCOUNT 13 TYPE',
        ...['USER 20 USERNAME_TWICE', 'USER 21 NO_ACCOUNT', 'USER 22 USERNAME_TAKEN', 'USER 23 TYPE'],
        ...['USER 24 EMAIL', 'USER 25 CARD_NUMBER', 'USER 26 USERNAME', 'USER 27 ID_TWICE'],
      ].sort(),
    );
  });

  test('leaves out an address that is too long, and lists it, but imports the account and its users', async () => {
    await fillLs1(ls1, 2, 4);
    await ls1.run(`UPDATE accounts SET address = '${'Superior Street '.repeat(5)}' WHERE account_id = 1`);
    const id = await beginAccounts();
    const done = await inState('ACCOUNTS_USERS', 'DONE');
    expect(done).toMatchObject({ taken: 6, refused: 0, reasons: { WITHOUT_ADDRESS: 1 } });
    expect(await refusals(id)).toEqual([]);
    expect(await listOf(id, 'VALUES')).toEqual({
      refusals: [
        { place: 1, what: 'ACCOUNT', number: '1', name: 'Title Company 1', reason: 'WITHOUT_ADDRESS' },
      ],
      total: 1,
    });
    const [row] = await stack.tables.asAdmin(
      `SELECT address, city FROM identity.account WHERE name = 'Title Company 1'`,
    );
    expect(row).toMatchObject({ address: '' });
  });

  test.each([{ dryRun: true }, { dryRun: false }])(
    'counts a left-out value only if its row is imported: %j',
    async ({ dryRun }) => {
      await fillLs1(ls1, 2, 3);
      const long = 'x'.repeat(51);
      await ls1.run(
        `INSERT INTO accounts (account_id, account_name, account_type, payment_method, address) VALUES
           (10, 'Title Company 1', 'A_LA_CARTE', 'ESCROW', $1), (11, 'Twice', 'A_LA_CARTE', 'ESCROW', ''),
           (11, 'Twice again', 'A_LA_CARTE', 'ESCROW', $1)`,
        [long],
      );
      await ls1.run(
        `INSERT INTO people (user_id, account_id, username, first_name, last_name, email, user_type, company, city)
         VALUES (20, 10, 'no.account', 'A', 'B', 'a@example.test', 'USER', $1, ''),
                (21, 1, 'kept.user', 'A', 'B', 'a@example.test', 'USER', $1, $1)`,
        [long],
      );
      const id = await beginAccounts({ dryRun });
      const done = await inState('ACCOUNTS_USERS', dryRun ? 'CHECKED' : 'DONE');
      expect(done).toMatchObject({ read: 10, taken: 7, refused: 3 });
      expect(done?.reasons).toEqual({
        ...{ ID_TWICE: 1, NAME_TWICE: 1, NO_ACCOUNT: 1 },
        ...{ WITHOUT_COMPANY: 1, WITHOUT_CITY: 1 },
      });
      expect((await refusals(id)).map(({ number }) => number).sort()).toEqual(['10', '11', '20']);
      const lost = await listOf(id, 'VALUES');
      expect(lost.refusals.map(({ what, number, name, reason }) => [what, number, name, reason])).toEqual([
        ['USER', '21', 'kept.user', 'WITHOUT_COMPANY'],
        ['USER', '21', 'kept.user', 'WITHOUT_CITY'],
      ]);
    },
  );

  test('lists up to 10,000 left-out rows and, apart from them, up to 10,000 left-out values', async () => {
    await fillLs1(ls1, 2_600, 2);
    await ls1.run(`UPDATE accounts SET address = $1, city = $1, state = 'Minnesota', phone = '5550100'`, [
      'x'.repeat(51),
    ]);
    const bad = (from: number, to: number) =>
      ls1.run(
        `INSERT INTO people (user_id, account_id, username, first_name, last_name, email, user_type)
         SELECT n, 1, 'bad name', 'A', 'B', 'a@example.test', 'USER' FROM generate_series($1::int, $2::int) n`,
        [from, to],
      );
    await bad(3, 10_100);
    const id = await beginAccounts({ dryRun: true });
    const done = await inState('ACCOUNTS_USERS', 'CHECKED');
    expect(done).toMatchObject({ refused: 10_098, reasons: { USERNAME: 10_098, WITHOUT_CITY: 2_600 } });
    for (const [list, number] of [
      ['ROWS', '3'],
      ['VALUES', '1'],
    ] as const) {
      const { total, refusals: page } = await listOf(id, list);
      expect(total).toBe(10_000);
      expect(page[0]).toMatchObject({ place: 1, number });
    }
  }, 60_000);

  test('reads and refuses a second row with the same number even if the first was the last row of a batch', async () => {
    await fillLs1(ls1, 1_000, 2);
    await ls1.run(
      `INSERT INTO accounts (account_id, account_name, account_type, payment_method)
       VALUES (1000, 'Twice', 'A_LA_CARTE', 'ESCROW')`,
    );
    await beginAccounts({ dryRun: true });
    const done = await inState('ACCOUNTS_USERS', 'CHECKED');
    expect(done).toMatchObject({ found: 1_003, read: 1_003, taken: 1_002, reasons: { ID_TWICE: 1 } });
  });
});
