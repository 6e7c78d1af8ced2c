import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database, rolesOf, secretOf, sql } from '@portal/infra/db';
import { freshDatabase, testDatabase, type TestDatabase } from '@portal/infra/testing';
import { addRow, protectedTables, unprotectedTables, type CountyTable } from './county-tables.js';
import { everyService, type FoundService } from './every-service.js';

describe('every table of every service', () => {
  let services: FoundService[];
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let admin: pg.Client;
  const databases = new Map<string, Database>();
  const ask: TestDatabase['asAdmin'] = async <R extends object>(
    statement: string,
    params: readonly unknown[] = [],
  ) => (await admin.query<R>(statement, [...params])).rows;
  const databaseOf = ({ schema }: CountyTable): Database => {
    const database = databases.get(schema);
    if (!database) throw new Error(`no service owns the schema ${schema}`);
    return database;
  };

  beforeAll(async () => {
    services = await everyService();
    fresh = await freshDatabase(...services);
    admin = new pg.Client({ connectionString: fresh.adminUrl });
    await admin.connect();
    for (const { service } of services) {
      const options = {
        service,
        entities: [],
        url: fresh.adminUrl,
        secret: secretOf(fresh.adminUrl),
        poolSize: 1,
      };
      databases.set(rolesOf(service).schema, await Database.open(options));
    }
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...databases.values()].map((database) => database.close()));
    await admin.end();
    await fresh.drop();
  });

  test('is found by the search for services and tables, so that the tests below check something', async () => {
    expect(services.length).toBeGreaterThan(0);
    expect((await protectedTables(ask)).length).toBeGreaterThan(0);
  });

  test('S7 has forced row level security when it has a county', async () => {
    expect(await unprotectedTables(ask)).toEqual([]);
  });

  test('S7 can be read and changed only under the policy of its county', async () => {
    const others = await ask(
      `SELECT schemaname || '.' || tablename AS "table", policyname FROM pg_policies
        WHERE schemaname || '.' || tablename = ANY ($1)
          -- a restrictive policy gives nobody more rights
          AND permissive = 'PERMISSIVE'
          AND NOT (roles = ARRAY[(schemaname || '_worker')::name])
          AND NOT (cmd = 'ALL' AND qual = '(county_id = current_setting(''app.county_id''::text, true))'
                   AND with_check = qual)`,
      [(await protectedTables(ask)).map(({ schema, name }) => `${schema}.${name}`)],
    );
    expect(others).toEqual([]);
  });

  test('S7 belongs to a role that no service uses, and the roles of services cannot change policies', async () => {
    const roles = services.flatMap(({ service }) => [rolesOf(service).app, rolesOf(service).worker]);
    const found = await ask<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
      roles,
    ]);
    expect(found.map(({ rolname }) => rolname).sort()).toEqual([...roles].sort());
    const powerful = await ask(
      `SELECT rolname FROM pg_roles r WHERE rolname = ANY ($1) AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb
         OR EXISTS (SELECT 1 FROM pg_class c WHERE relkind IN ('r', 'p') AND pg_has_role(r.oid, c.relowner, 'MEMBER')))`,
      [roles],
    );
    expect(powerful).toEqual([]);
  });

  test('S7 shows its rows to the service only in a transaction of their county', async () => {
    const shown: object[] = [];
    for (const table of await protectedTables(ask)) {
      await addRow(ask, table, 'lake');
      if (!(await mayUse(table, 'SELECT'))) continue;
      const count = `SELECT count(*)::int AS rows FROM "${table.schema}"."${table.name}"`;
      const database = databaseOf(table);
      const [without] = await database.query<{ rows: number }>(count);
      const [own, other] = [
        await database.withCounty('lake', (tx) => tx.row<{ rows: number }>(count)),
        await database.withCounty('saipan', (tx) => tx.row<{ rows: number }>(count)),
      ];
      shown.push({
        table: `${table.schema}.${table.name}`,
        without: without?.rows,
        own: own?.rows,
        other: other?.rows,
      });
    }
    expect(shown).toEqual(shown.map((line) => ({ ...line, without: 0, own: 1, other: 0 })));
    expect(shown.length).toBeGreaterThan(0);
  });

  test('S7 accepts no row of another county', async () => {
    const taken: string[] = [];
    for (const table of await protectedTables(ask)) {
      if (!(await mayUse(table, 'INSERT'))) continue;
      const insert = `INSERT INTO "${table.schema}"."${table.name}" (county_id) VALUES ('saipan')`;
      const outcome = await databaseOf(table)
        .withCounty('lake', (tx) => tx.run(insert))
        .then(
          () => 'taken',
          (error: unknown) => String(error),
        );
      if (!/row-level security policy/.test(outcome)) taken.push(`${table.schema}.${table.name}: ${outcome}`);
    }
    expect(taken).toEqual([]);
  });

  test('is reported when it has a county but no row level security', async () => {
    await ask('CREATE TABLE public.forgotten (county_id text NOT NULL)');
    expect(await unprotectedTables(ask)).toEqual(['public.forgotten']);
    await ask('DROP TABLE public.forgotten');
  });

  const mayUse = async ({ schema, name }: CountyTable, privilege: string): Promise<boolean> => {
    const [answer] = await ask<{ may: boolean }>('SELECT has_table_privilege($1, $2, $3) AS may', [
      `${schema}_app`,
      `"${schema}"."${name}"`,
      privilege,
    ]);
    return answer?.may ?? false;
  };
});

class CreateParcels202611210900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE parcel (county_id text NOT NULL, id int NOT NULL, PRIMARY KEY (county_id, id))',
    );
    await runner.query(sql.forceRowLevelSecurity('trial_pool', 'parcel'));
    await runner.query(sql.grantTable('trial_pool', 'parcel', 'app', 'SELECT, INSERT, DELETE'));
  }

  async down(): Promise<void> {}
}

describe('a small pool of connections', () => {
  const counties = ['lake', 'saipan', 'cook', 'carver', 'tinian'];
  let trial: TestDatabase;
  beforeAll(async () => {
    const tables = { service: 'trial-pool', migrations: [CreateParcels202611210900], entities: [] };
    trial = await testDatabase(tables, { poolSize: 2, poolWaitMs: 60_000, ownStatements: [/./] });
    await trial.asAdmin(
      `INSERT INTO trial_pool.parcel SELECT county, id FROM unnest($1::text[]) county, generate_series(1, 20) id`,
      [counties],
    );
  });
  afterAll(() => trial.close());

  /**
   * Makes one request with several statements at once, as a careless author might write it. Some requests fail halfway.
   */
  const request = (n: number): Promise<string[]> => {
    const county = counties[n % counties.length] ?? '';
    return trial.database.withCounty(county, async (tx) => {
      const seen = await Promise.all([
        tx.rows<{ county_id: string }>('SELECT county_id FROM parcel'),
        tx.rows<{ county_id: string }>('SELECT county_id, pg_sleep(0.001) FROM parcel LIMIT 1'),
        tx.rows<{ county_id: string }>(`SELECT current_setting('app.county_id') AS county_id`),
        ...(n % 7 === 0 ? [tx.rows<{ county_id: string }>('SELECT 1 / 0')] : []),
      ]);
      return seen.flat().map((row) => `${county}: ${row.county_id}`);
    });
  };

  test('S8 answers 500 simultaneous requests of several counties without a row of another county', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 500 }, (_, n) => request(n)));
    const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(answers).toHaveLength(500 - Math.ceil(500 / 7));
    expect(answers.every((rows) => rows.length === 22)).toBe(true);
    const own = counties.map((county) => `${county}: ${county}`);
    expect(answers.flat().filter((row) => !own.includes(row))).toEqual([]);
  });

  test('S8 leaves no county set on a connection', async () => {
    await Promise.allSettled(Array.from({ length: 20 }, (_, n) => request(n)));
    const left = await Promise.all(
      Array.from({ length: 10 }, () =>
        trial.database.query<{ county: string | null }>(
          `SELECT current_setting('app.county_id', true) AS county`,
        ),
      ),
    );
    expect(left.flat().filter(({ county }) => county !== null && county !== '')).toEqual([]);
    expect(await trial.database.query('SELECT 1 FROM parcel')).toEqual([]);
  });
});
