import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Column, Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import { isOutage } from '@portal/infra/log';
import { Database, isDuplicate, migrate, secretOf, sql, type Tx } from '@portal/infra/db';
import { answerLimit } from '../src/db/connection.js';
import { PreparingClient } from '../src/db/preparing-client.js';
import { entitiesMatchMigrations, eventually, testDatabase, type TestDatabase } from '@portal/infra/testing';
import { insert, Note, ownStatements, tables } from './notes-fixture.js';

/** A backfill under forced row level security, one county at a time. */
class DoubleAmounts202611210910 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const county of ['lake', 'saipan']) {
      await runner.query(sql.setCounty(county));
      await runner.query(`UPDATE note SET amount = amount * 2`);
    }
  }

  async down(): Promise<void> {}
}

describe('the database of a service', () => {
  let trial: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    trial = await testDatabase(tables, { ownStatements });
    database = trial.database;
  });
  afterAll(() => trial.close());

  test('gives a transaction only the rows of its county', async () => {
    await database.withCounty('lake', (tx) => insert(tx, 'lake', 1));
    await database.withCounty('saipan', (tx) => insert(tx, 'saipan', 2));
    const ids = await database.withCounty('saipan', (tx) => tx.rows<{ id: number }>('SELECT id FROM note'));
    expect(ids).toEqual([{ id: 2 }]);
  });

  test('refuses a row of another county', async () => {
    await expect(database.withCounty('lake', (tx) => insert(tx, 'saipan', 3))).rejects.toThrow(
      /row-level security/,
    );
  });

  test('returns bigint as text and dates as YYYY-MM-DD, from statements and from repositories', async () => {
    const amount = '9007199254740993';
    const { row, entity } = await database.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 4, amount);
      return {
        row: await tx.row('SELECT amount, day FROM note WHERE id = 4'),
        entity: await tx.repository(Note).findOneBy({ id: 4 }),
      };
    });
    expect(row).toEqual({ amount, day: '2026-11-21' });
    expect(entity).toMatchObject({ countyId: 'lake', amount, day: '2026-11-21' });
  });

  test('rolls back a failed transaction, and names the duplicate key', async () => {
    const failing = database.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 50);
      await insert(tx, 'lake', 50);
    });
    const error = await failing.catch((reason: unknown) => reason);
    expect(isDuplicate(error, 'note_pkey')).toBe(true);
    expect(isDuplicate(error, 'another')).toBe(false);
    expect(await trial.asAdmin('SELECT 1 FROM trial_notes.note WHERE id = 50')).toEqual([]);
  });

  test('does not report success when the caller ignored a failed statement', async () => {
    const swallowing = database.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 60);
      await insert(tx, 'lake', 60).catch(() => 0);
    });
    await expect(swallowing).rejects.toThrow('nothing was committed');
  });

  test('refuses a statement that was not awaited, instead of running it outside its transaction', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const work = database.withCounty('lake', async (tx) => {
      late = Promise.allSettled([tx.rows('SELECT pg_sleep(0.05)'), insert(tx, 'lake', 70)]);
      throw new Error('gone');
    });
    await expect(work).rejects.toThrow('gone');
    expect(await late).toMatchObject([{}, { status: 'rejected' }]);
    expect(await trial.asAdmin('SELECT 1 FROM trial_notes.note WHERE id = 70')).toEqual([]);
  });

  test('runs a whole transaction again after a deadlock, so that crossing transfers all succeed', async () => {
    await database.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 80);
      await insert(tx, 'lake', 81);
    });
    const crossing = [
      [80, 81],
      [81, 80],
    ].map((ids) =>
      database.withCounty('lake', async (tx) => {
        for (const id of ids) {
          await tx.run('SET LOCAL lock_timeout = 0');
          await tx.run('UPDATE note SET amount = amount + 1 WHERE id = $1', [id]);
          await tx.rows('SELECT pg_sleep(0.1)');
        }
      }),
    );
    await Promise.all(crossing);
    const rows = await trial.asAdmin('SELECT amount FROM trial_notes.note WHERE id IN (80, 81)');
    expect(rows).toEqual([{ amount: '102' }, { amount: '102' }]);
  });

  test('runs a transaction four times at most', async () => {
    let runs = 0;
    const failing = database.withCounty('lake', (tx) => {
      runs += 1;
      return tx.run(`DO $$ BEGIN RAISE serialization_failure; END $$`);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(4);
  });

  test('stops a statement at its time limit', async () => {
    const slow = database.withCounty('lake', (tx) => tx.rows('SELECT pg_sleep(5)'), {
      statementTimeoutMs: 50,
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });

  test('reports a connection that was lost between two statements as an outage', async () => {
    const lost = database.withCounty('lake', async (tx) => {
      const own = await tx.row<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await trial.asAdmin('SELECT pg_terminate_backend($1, 5000)', [own?.pid]);
      // waits until TypeORM has released the connection, because the server's reason for ending it has arrived by then
      await eventually(() => expect(tx.repository(Note).manager.queryRunner?.isReleased).toBe(true));
      return insert(tx, 'lake', 70);
    });
    const reason: unknown = await lost.catch((error: unknown) => error);
    expect(reason).toMatchObject({ code: '57P01' });
    expect(isOutage(reason)).toBe(true);
    expect(await database.withCounty('lake', (tx) => insert(tx, 'lake', 70))).toBe(1);
  });

  test('reports a read-only server as unavailable, and opens a new connection', async () => {
    await trial.asAdmin(`ALTER ROLE trial_notes_app SET default_transaction_read_only = on`);
    const replica = await Database.open({ ...tables, url: trial.adminUrl, secret: secretOf(trial.adminUrl) });
    const write = (): Promise<number> => replica.withCounty('lake', (tx) => insert(tx, 'lake', 71));
    try {
      const reason: unknown = await write().catch((error: unknown) => error);
      expect(reason).toMatchObject({ code: '25006' });
      expect(isOutage(reason)).toBe(true);
      // acts like a failover, after which the same address leads to a server that accepts writes
      await trial.asAdmin('ALTER ROLE trial_notes_app RESET default_transaction_read_only');
      expect(await write()).toBe(1);
    } finally {
      await trial.asAdmin('ALTER ROLE trial_notes_app RESET default_transaction_read_only');
      await replica.close();
    }
  });

  test('waits at most one second for a lock', async () => {
    const [limit] = await database.query<{ lock: string }>(`SELECT current_setting('lock_timeout') AS lock`);
    expect(limit).toEqual({ lock: '1s' });
  });

  test('prepares a statement once per connection, and plans it again when its table changes', async () => {
    const look = (tx: Tx) => tx.rows<{ id: number }>('SELECT * FROM note WHERE id = $1', [90]);
    await database.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 90);
      await look(tx);
      await look(tx);
      const prepared = await tx.rows(
        `SELECT 1 FROM pg_prepared_statements WHERE statement LIKE 'SELECT * FROM note WHERE id =%'`,
      );
      expect(prepared).toHaveLength(1);
    });
    await trial.asAdmin('ALTER TABLE trial_notes.note ADD COLUMN remark text');
    expect(await database.withCounty('lake', look)).toMatchObject([{ id: 90, remark: null }]);
  });

  test('lets the worker role read the due rows of every county, but no other table', async () => {
    await database.withCounty('lake', (tx) => tx.run(`INSERT INTO due VALUES ('lake', 1)`));
    await database.withCounty('saipan', (tx) => tx.run(`INSERT INTO due VALUES ('saipan', 1)`));
    const due = await database.asWorker((tx) => tx.rows('SELECT county_id FROM due ORDER BY 1'));
    expect(due).toEqual([{ county_id: 'lake' }, { county_id: 'saipan' }]);
    await expect(database.asWorker((tx) => tx.rows('SELECT 1 FROM note'))).rejects.toThrow(
      /permission denied/,
    );
  });

  test('refuses to serve as a role that owns a table, bypasses row level security or is a superuser', async () => {
    const open = (): Promise<Database> =>
      Database.open({ ...tables, url: trial.adminUrl, secret: secretOf(trial.adminUrl) });
    await trial.asAdmin('GRANT trial_notes_owner TO trial_notes_app');
    await expect(open()).rejects.toThrow(/trial_notes_app must not serve: it owns (note|due)/);
    await trial.asAdmin('REVOKE trial_notes_owner FROM trial_notes_app');
    await trial.asAdmin('ALTER ROLE trial_notes_app BYPASSRLS');
    await expect(open()).rejects.toThrow('bypasses row level security');
    await trial.asAdmin('ALTER ROLE trial_notes_app NOBYPASSRLS SUPERUSER');
    await expect(open()).rejects.toThrow('is a superuser');
    await trial.asAdmin('ALTER ROLE trial_notes_app NOSUPERUSER');
  });

  test('keeps data and roles when two migrators run again at the same time', async () => {
    const notes = () => trial.asAdmin('SELECT * FROM trial_notes.note ORDER BY county_id, id');
    const before = await notes();
    expect(before).not.toEqual([]);
    const both = await Promise.all([migrate(trial.adminUrl, tables), migrate(trial.adminUrl, tables)]);
    expect(both).toEqual([[], []]);
    expect(await notes()).toEqual(before);
    await database.withCounty('lake', (tx) => tx.rows('SELECT 1 FROM note'));
  });

  test('runs a backfill county by county under forced row level security', async () => {
    const before = await trial.asAdmin<{ total: string }>(
      'SELECT sum(amount)::text AS total FROM trial_notes.note',
    );
    const migrations = [DoubleAmounts202611210910, ...tables.migrations];
    expect(await migrate(trial.adminUrl, { service: 'trial-notes', migrations })).toEqual([
      'DoubleAmounts2026112109100',
    ]);
    const after = await trial.asAdmin<{ total: string }>(
      'SELECT sum(amount)::text AS total FROM trial_notes.note',
    );
    expect(BigInt(after[0]?.total ?? 0)).toBe(2n * BigInt(before[0]?.total ?? 1));
  });
});

test('a connection that is busy without a pause stays open for longer than the time limit of one answer', async () => {
  const statementTimeoutMs = 300;
  const trial = await testDatabase(tables, { ownStatements, poolSize: 1, statementTimeoutMs });
  const end = performance.now() + answerLimit(statementTimeoutMs) * 1.3;
  const lastOf = async (): Promise<unknown> => {
    let answer: unknown;
    while (performance.now() < end) [answer] = await trial.database.query('SELECT pg_backend_pid() AS pid');
    return answer;
  };
  // one of the two loops always waits for the connection, so the pool passes the connection on without a pause
  const [one, other] = await Promise.allSettled([lastOf(), lastOf()]);
  await trial.close();
  expect(one).toMatchObject({ status: 'fulfilled' });
  expect(other).toEqual(one);
});

describe('a connection whose server answers', () => {
  const limit = 500;
  let trial: TestDatabase;
  const clients: PreparingClient[] = [];
  const open = async (config = { connectionString: trial.adminUrl, answersWithinMs: limit }) => {
    const client = new PreparingClient(config);
    await client.connect();
    clients.push(client);
    // the client's own type does not list the forms of queries that the client accepts, so pg's type is used
    return client as unknown as Pick<PreparingClient, 'lost'> & pg.Client;
  };
  beforeAll(async () => {
    trial = await testDatabase(tables, { ownStatements });
  });
  afterAll(async () => {
    for (const client of clients) client.leave();
    await trial.close();
  });

  test('stays open after a statement that the driver itself refuses', async () => {
    const client = await open();
    await client.query({ name: 'a', text: 'SELECT 1' });
    await expect(client.query({ name: 'a', text: 'SELECT 2' })).rejects.toThrow('unique');
    await sleep(limit * 2);
    expect(client.lost).toBeUndefined();
  });

  test('stays open when this process is busy for longer than the time limit of an answer', async () => {
    const client = await open();
    await client.query('SELECT 1');
    const both = (async () => {
      await client.query('SELECT $1::int', [1]);
      return client.query('SELECT pg_sleep(0.1), $1::int AS n', [2]);
    })();
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limit + 100);
    expect((await both).rows).toMatchObject([{ n: 2 }]);
  });

  test('stays open when a statement is sent on another connection, which is already lost', async () => {
    const config = { connectionString: trial.adminUrl, answersWithinMs: limit };
    const [lost, healthy] = [await open(config), await open(config)];
    await healthy.query('SELECT 1');
    const ended = new Promise((resolve) => lost.once('end', () => resolve(true)));
    (lost as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    await ended;
    await expect(lost.query('SELECT 1')).rejects.toThrow();
    await sleep(limit * 2);
    expect(healthy.lost).toBeUndefined();
  });

  test('stays open while a statement waits behind a COPY that exceeds the time limit of an answer', async () => {
    const client = await open();
    await client.query('CREATE TEMP TABLE t (x int)');
    const copy = client.query(copyFrom('COPY t FROM STDIN'));
    const after = client.query('SELECT count(*)::int AS n FROM t');
    for (let n = 0; n < 8; n += 1) {
      copy.write(`${n}\n`);
      await sleep(limit / 4);
    }
    copy.end();
    expect((await after).rows).toEqual([{ n: 8 }]);
  });
});

test('a database closes after its running transactions end', async () => {
  const trial = await testDatabase(tables, { ownStatements });
  const begun = Promise.withResolvers<void>();
  const inserting = trial.database.withCounty('lake', async (tx) => {
    await tx.rows('SELECT pg_sleep(0.5)');
    begun.resolve();
    await tx.rows('SELECT pg_sleep(0.5)');
    return insert(tx, 'lake', 1);
  });
  await begun.promise;
  await trial.database.close();
  expect(await inserting).toBe(1);
  expect(await trial.asAdmin('SELECT id FROM trial_notes.note')).toEqual([{ id: 1 }]);
  await trial.close();
});

test('a migration yields to other users of its table, and tries again', async () => {
  const trial = await testDatabase({ ...tables, service: 'trial-notes' }, { ownStatements });
  const user = new pg.Client({ connectionString: trial.adminUrl });
  try {
    await user.connect();
    await user.query('BEGIN; LOCK TABLE trial_notes.note IN SHARE MODE');
    const migrations = [...tables.migrations, DoubleAmounts202611210910];
    const migrating = migrate(trial.adminUrl, { service: 'trial-notes', migrations });
    await eventually(async () => {
      const waiting = `SELECT FROM pg_locks WHERE relation = 'trial_notes.note'::regclass AND NOT granted`;
      expect(await trial.asAdmin(waiting)).toHaveLength(1);
    });
    // the migration yields, so a reader that waits behind it proceeds although the table stays in use
    expect(await trial.asAdmin('SELECT id FROM trial_notes.note')).toEqual([]);
    await user.query('COMMIT');
    expect(await migrating).toEqual(['DoubleAmounts2026112109100']);
  } finally {
    await user.end();
    await trial.close();
  }
});

test('entities match the schema that the migrations create', async () => {
  expect(await entitiesMatchMigrations(tables)).toEqual([]);
  @Entity({ name: 'note' })
  class Wider extends Note {
    @Column({ type: 'text' })
    more: string;
  }
  expect(await entitiesMatchMigrations({ ...tables, entities: [Wider] })).toEqual([
    expect.stringContaining('ADD "more"'),
  ]);
});
