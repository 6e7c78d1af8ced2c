import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testAdminUrl } from './database.js';

/** A generated LS1 database: plain tables, and the views that services/identity/README.md requires. */
export interface Ls1Database {
  readonly address: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  run(statement: string, params?: readonly unknown[]): Promise<void>;
  rows<R extends object>(statement: string, params?: readonly unknown[]): Promise<R[]>;
  /** Ends the connections of the migration, as a server that restarts does. */
  dropConnections(): Promise<void>;
  close(): Promise<void>;
}

const TABLES = `
CREATE TABLE accounts (account_id bigint, account_name text, account_type text, payment_method text,
  image_charge_method text, certificate_charge_method text, monthly_fee bigint, flat_fee_rate_level int,
  image_retrieval boolean, preview_retrieval boolean, certificate_retrieval boolean,
  certificate_preview_retrieval boolean, active boolean, address text, city text, state text, zip text, phone text,
  email text, land_link_account text);
CREATE TABLE people (user_id bigint, account_id bigint, username text, first_name text, last_name text, email text,
  user_type text, active boolean, company text, address text, city text, state text, zip text, phone text);
CREATE TABLE log (entry_id bigint PRIMARY KEY, entry_at timestamptz, log_type text, kind text, user_id bigint,
  username text, account_id bigint, account_name text, subject text, pages int, charged bigint, credited bigint,
  images int);
CREATE VIEW ls1_account AS SELECT * FROM accounts;
CREATE VIEW ls1_user AS SELECT * FROM people;
CREATE VIEW ls1_audit AS SELECT * FROM log`;

/**
 * An LS1 on a PostgreSQL server of this machine, with a user who may only read the views.
 * @param cluster address of the server as its administrator
 */
export async function ls1Database(cluster: string = testAdminUrl()): Promise<Ls1Database> {
  const mark = randomBytes(6).toString('hex');
  const [name, username, password] = [`ls1_${mark}`, `ls1_reader_${mark}`, `Reader!${mark}`];
  await inDatabase(cluster, async (client) => {
    await client.query(`CREATE DATABASE ${name}`);
    await client.query(`CREATE ROLE ${username} LOGIN PASSWORD '${password}'`);
  });
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  // each statement has a connection of its own, because tests end and restart the server
  const ask = <R extends object>(statement: string, params: readonly unknown[] = []): Promise<R[]> =>
    inDatabase(url.href, async (client) => (await client.query<R>(statement, [...params])).rows);
  await ask(TABLES);
  await ask(`GRANT SELECT ON ls1_account, ls1_user, ls1_audit TO ${username}`);
  return {
    ...{ address: `postgres://127.0.0.1:${url.port}?sslmode=disable`, name, username, password },
    run: async (statement, params) => void (await ask(statement, params)),
    rows: ask,
    dropConnections: async () =>
      void (await ask(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${username}'`,
      )),
    close: () =>
      inDatabase(cluster, async (client) => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await client.query(`DROP ROLE ${username}`);
      }),
  };
}

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Adds as many accounts and users as `accounts` and `users` say. The users are spread over the accounts, except for
 * user 1, who belongs to the office. Then adds `twice` more users, each with the username of another user in capitals.
 */
export async function fillLs1(ls1: Ls1Database, accounts: number, users: number, twice = 0): Promise<void> {
  await ls1.run(
    `INSERT INTO accounts SELECT n, 'Title Company ' || n, CASE n % 3 WHEN 0 THEN 'FLAT_FEE' ELSE 'A_LA_CARTE' END,
            (ARRAY['ESCROW', 'INVOICE', 'CREDIT_CARD'])[1 + n % 3], 'PAGE', 'DOCUMENT', 0, 0, true, true, false, false,
            n % 10 <> 0, n || ' Main Street', 'Duluth', 'MN', '55802', '(218) 555-0100', '', ''
       FROM generate_series(1, $1::int) n`,
    [accounts],
  );
  await ls1.run(
    `INSERT INTO people SELECT n, CASE WHEN n > 1 THEN 1 + n % $1::int END, 'former.user' || n, 'First' || n, 'Last' || n,
            'former' || n || '@example.test', CASE WHEN n = 1 THEN 'COUNTY' WHEN n % 50 = 2 THEN 'ACCOUNT' ELSE 'USER' END,
            n % 20 <> 0, '', '', '', 'MN', '', '' FROM generate_series(1, $2::int) n`,
    [accounts, users],
  );
  await ls1.run(
    `INSERT INTO people SELECT user_id + $1, account_id, upper(username), first_name, last_name, email, 'USER', active,
            company, address, city, state, zip, phone
       FROM people WHERE user_id > 1 ORDER BY user_id LIMIT $2`,
    [users, twice],
  );
}

/** Adds as many log entries as `entries` says, one for each minute after noon of January 5, 2009 (UTC). */
export const fillLs1Log = (ls1: Ls1Database, entries: number): Promise<void> =>
  ls1.run(
    `INSERT INTO log SELECT n, timestamptz '2009-01-05 12:00:00Z' + n * interval '1 minute',
            CASE n % 4 WHEN 0 THEN 'PURCHASES' WHEN 1 THEN 'SEARCHES' ELSE 'SIGN_IN' END,
            CASE n % 4 WHEN 0 THEN 'IMAGES' WHEN 1 THEN 'searchByName' ELSE 'SIGNED_IN' END, 1 + n % 7, 'former.user' || (1 + n % 7),
            1, 'Title Company 1', CASE n % 4 WHEN 0 THEN 'A' || n WHEN 1 THEN '3' ELSE '' END,
            CASE n % 4 WHEN 0 THEN 2 ELSE 0 END, CASE n % 4 WHEN 0 THEN 200 ELSE 0 END, 0, 0
       FROM generate_series(1, $1::int) n`,
    [entries],
  );
