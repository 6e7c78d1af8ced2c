import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '@portal/infra/db';
import { testDatabase, type TestDatabase } from '@portal/infra/testing';
import { AccountRepository } from '../src/accounts/account.repository.js';
import { CodeListRepository } from '../src/code-lists/code-list.repository.js';
import { PersonRepository } from '../src/letters/person.repository.js';
import { tables } from '../src/tables.js';
import { UserRepository } from '../src/users/user.repository.js';

let db: TestDatabase;
beforeAll(async () => {
  // the users are created before the lower-case columns are added, as in an installation that is upgraded from the
  // previous version
  const keys = tables.migrations.findIndex(({ name }) => name.startsWith('LookUpKeys'));
  const before = tables.migrations.slice(0, keys);
  db = await testDatabase({ ...tables, migrations: before });
  await add('lake', 'Ada.Lovelace', 'Ada', 'Lovelace', 'Ada@Example.test');
  await add('lake', 'byron', 'George', 'Byron', 'byron@example.test');
  await add('lake', 'ÉMILE', 'Émile', 'Zola', 'emile@example.test');
  await add('saipan', 'ada.lovelace', 'Another', 'Ada', 'ada@example.test');
  await db.asAdmin(
    `INSERT INTO identity.app_user (county_id, id, username, first_name, last_name, email, role, status, language,
       created_at, updated_at)
     SELECT 'lake', gen_random_uuid(), 'Many' || n, 'Many', 'Person', 'many' || n || '@example.test', 'USER', 'A', 'en',
            now(), now() FROM generate_series(1, 12000) n`,
  );
  await migrate(db.adminUrl, tables);
}, 60_000);
// `close()` also checks the plan of every statement, as if the tables had a million rows
afterAll(() => db.close());

const add = (county: string, username: string, first: string, last: string, email: string) =>
  db.asAdmin(
    `INSERT INTO identity.app_user (county_id, id, username, first_name, last_name, email, role, status, language,
       created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, 'USER', 'A', 'en', now(), now())`,
    [county, randomUUID(), username, first, last, email],
  );
const addAccount = async (name: string): Promise<string> => {
  const id = randomUUID();
  await db.asAdmin(
    `INSERT INTO identity.account (county_id, id, name, status, account_type, payment_method, image_charge_method,
       certificate_charge_method, image_retrieval, preview_retrieval, certificate_retrieval,
       certificate_preview_retrieval, updated_at)
     VALUES ('lake', $1, $2, 'A', 'ESCROW', 'ESCROW', 'PAGE', 'PAGE', true, true, true, true, now())`,
    [id, name],
  );
  return id;
};
const inLake = <T>(work: Parameters<typeof db.database.withCounty<T>>[1]): Promise<T> =>
  db.database.withCounty('lake', work);

describe('the difference between upper and lower case', () => {
  test('is ignored for all users, including users who were created before the lower-case columns were added', async () => {
    const [row] = await db.asAdmin<{ missing: number; wrong: number }>(
      `SELECT count(*) FILTER (WHERE username_key IS NULL)::int AS missing,
              count(*) FILTER (WHERE (username_key, email_key, first_name_key, last_name_key)
                IS DISTINCT FROM (lower(username), lower(email), lower(first_name), lower(last_name)))::int AS wrong
         FROM identity.app_user`,
    );
    expect(row).toEqual({ missing: 0, wrong: 0 });
    expect(await inLake((tx) => new UserRepository().isUsernameTaken(tx, 'ADA.lovelace', randomUUID()))).toBe(
      true,
    );
  });

  test('is ignored when a user gets a new name', async () => {
    await db.asAdmin(`UPDATE identity.app_user SET username = 'Lord.BYRON' WHERE username = 'byron'`);
    const users = new UserRepository();
    const taken = (name: string): Promise<boolean> =>
      inLake((tx) => users.isUsernameTaken(tx, name, randomUUID()));
    expect([await taken('byron'), await taken('lord.byron')]).toEqual([false, true]);
  });

  test('is ignored when a user of the same county is found by e-mail address', async () => {
    const found = await inLake((tx) => new PersonRepository().listByEmail(tx, 'ADA@example.TEST'));
    expect(found.map(({ username }) => username)).toEqual(['Ada.Lovelace']);
  });

  test('is ignored when another user of the county wants the same name', async () => {
    await expect(add('lake', 'ADA.LOVELACE', 'A', 'B', 'c@example.test')).rejects.toThrow(
      'app_user_username_key',
    );
  });

  test('is ignored when an account is looked up by its name', async () => {
    await addAccount('Lakeside Title');
    const accounts = new AccountRepository();
    expect(await inLake((tx) => accounts.isNameTaken(tx, 'LAKESIDE title', randomUUID()))).toBe(true);
    const lists = new CodeListRepository();
    const listed = await inLake((tx) => lists.listAccounts(tx, null, 'lakeS'));
    expect(listed.map(({ description }) => description)).toEqual(['Lakeside Title']);
    expect(await inLake((tx) => lists.listAccounts(tx, null, 'b'))).toEqual([]);
  });
});

describe('a list from which users are chosen', () => {
  const listed = async (begins: string): Promise<string[]> => {
    const users = await inLake((tx) => new CodeListRepository().listUsers(tx, null, begins));
    return users.map(({ code }) => code);
  };

  test('contains users whose username, last name or first name begins with the typed text, ordered by username', async () => {
    expect(await listed('ADA')).toEqual(['Ada.Lovelace']);
    expect(await listed('ge')).toEqual(['Lord.BYRON']);
    expect(await listed('l')).toEqual(['Ada.Lovelace', 'Lord.BYRON']);
    expect(await listed('émi')).toEqual(['ÉMILE']);
    expect(await listed('nobody')).toEqual([]);
  });

  test('ends after 500 users', async () => {
    expect(await listed('')).toHaveLength(500);
    expect(await listed('many')).toHaveLength(500);
  });

  test('contains only users of the account if an account is given', async () => {
    const account = await addAccount('Bridge Title');
    const ofAccount = async (begins: string): Promise<string[]> => {
      const users = await inLake((tx) => new CodeListRepository().listUsers(tx, account, begins));
      return users.map(({ code }) => code);
    };
    expect(await ofAccount('')).toEqual([]);
    await db.asAdmin('UPDATE identity.app_user SET account_id = $1 WHERE username = $2', [
      account,
      'Ada.Lovelace',
    ]);
    expect(await ofAccount('')).toEqual(['Ada.Lovelace']);
    expect(await ofAccount('l')).toEqual(['Ada.Lovelace']);
  });
});
