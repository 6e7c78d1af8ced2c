import type { EventEmitter } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { Database, secretOf, type Tx } from '@portal/infra/db';
import { testDatabase, type TestDatabase } from '@portal/infra/testing';
import { PreparingClient } from '../src/db/preparing-client.js';
import { insert, ownStatements, tables } from './notes-fixture.js';

const ask = async (client: PreparingClient, text: string, values: unknown[]): Promise<object[]> =>
  ((await client.query(text, values)) as pg.QueryResult<object>).rows;

describe('a transaction that sends BEGIN with its first statement and COMMIT with its last', () => {
  let trial: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    trial = await testDatabase(tables, { ownStatements });
    database = trial.database;
  });
  afterAll(() => trial.close());

  const insertLast = (tx: Tx, id: number, amount = '100'): Promise<object[]> =>
    tx.last(`INSERT INTO note VALUES ($1, $2, $3, '2026-11-21') RETURNING id`, ['lake', id, amount]);

  test('sends BEGIN and the first statement in one message, and the last statement and COMMIT in another', async () => {
    const client = new PreparingClient({ connectionString: trial.adminUrl });
    await client.connect();
    let answers = 0;
    (client as unknown as { connection: EventEmitter }).connection.on('readyForQuery', () => (answers += 1));
    const transaction = async (): Promise<{ rows: object[]; answers: number }> => {
      answers = 0;
      client.beginWithNext('lake');
      const first = await ask(client, `SELECT current_setting('app.county_id') AS county, $1::int AS n`, [1]);
      const together = client.commitWithNext();
      const last = await ask(client, 'SELECT $1::int AS n, txid_status(txid_current()) AS state', [2]);
      if (!together) await client.commit();
      return { rows: [...first, ...last], answers };
    };
    const rows = [
      { county: 'lake', n: 1 },
      { n: 2, state: 'in progress' },
    ];
    expect(await transaction()).toEqual({ rows, answers: 5 });
    expect(await transaction()).toEqual({ rows, answers: 2 });
    const [after] = await ask(client, `SELECT current_setting('app.county_id') AS county, $1::int AS n`, [3]);
    expect(after).toEqual({ county: '', n: 3 });
    await client.end();
  });

  test('commits the rows of its last statement', async () => {
    for (const id of [590, 591, 592])
      expect(await database.withCounty('lake', (tx) => insertLast(tx, id))).toEqual([{ id }]);
    const kept = await trial.asAdmin('SELECT id FROM trial_notes.note WHERE id IN (590, 591, 592)');
    expect(kept).toHaveLength(3);
  });

  test('commits nothing when the last statement fails', async () => {
    const failing = database.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 593);
      await insertLast(tx, 594, '-1');
    });
    await expect(failing).rejects.toThrow(/check constraint/);
    expect(await trial.asAdmin('SELECT id FROM trial_notes.note WHERE id IN (593, 594)')).toEqual([]);
    await database.withCounty('lake', (tx) => insertLast(tx, 595));
  });

  test('commits nothing when COMMIT itself fails', async () => {
    const once = 'ADD CONSTRAINT once UNIQUE (county_id) DEFERRABLE INITIALLY DEFERRED';
    await trial.asAdmin(`ALTER TABLE trial_notes.due ${once}`);
    const late = database.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 599);
      await tx.last(`INSERT INTO due VALUES ('lake', $1::int), ('lake', $1 + 1)`, [599]);
    });
    await expect(late).rejects.toThrow(/duplicate key/);
    await trial.asAdmin('ALTER TABLE trial_notes.due DROP CONSTRAINT once');
    expect(await trial.asAdmin('SELECT id FROM trial_notes.note WHERE id = 599')).toEqual([]);
  });

  test('fails when its COMMIT failed, even if the caller ignores the error', async () => {
    const once = 'ADD CONSTRAINT once UNIQUE (county_id) DEFERRABLE INITIALLY DEFERRED';
    await trial.asAdmin(`ALTER TABLE trial_notes.due ${once}`);
    const twice = `INSERT INTO due VALUES ('lake', $1::int), ('lake', $1 + 1)`;
    const ignoring = database.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 580);
      await tx.last(twice, [580]).catch(() => []);
    });
    await expect(ignoring).rejects.toThrow('nothing was committed');
    const goingOn = database.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 581);
      await tx.last(twice, [581]).catch(() => []);
      await tx.run('SELECT set_config($1, $2, false)', ['app.county_id', 'saipan']);
    });
    await expect(goingOn).rejects.toThrow('this transaction has ended');
    await trial.asAdmin('ALTER TABLE trial_notes.due DROP CONSTRAINT once');
  });

  test('sends no late COMMIT into the next transaction of the connection if the caller did not await the last statement', async () => {
    const single = await Database.open({
      ...{ ...tables, url: trial.adminUrl, secret: secretOf(trial.adminUrl), poolSize: 1 },
    });
    await single.withCounty('lake', (tx) => insert(tx, 'lake', 585));
    const late: Promise<unknown>[] = [];
    const failing = single.withCounty('lake', async (tx) => {
      late.push(insertLast(tx, 586).catch((error: unknown) => error));
      throw new Error('gone');
    });
    await expect(failing).rejects.toThrow('gone');
    expect(await late[0]).toMatchObject({ message: expect.stringContaining('not awaited') });
    const rolledBack = single.withCounty('lake', async (tx) => {
      await insert(tx, 'lake', 587);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await single.close();
    expect(await trial.asAdmin('SELECT id FROM trial_notes.note WHERE id IN (586, 587)')).toEqual([]);
  });

  test('refuses a statement after the last one', async () => {
    await database.withCounty('lake', (tx) => insertLast(tx, 596));
    const late = database.withCounty('lake', async (tx) => {
      await insertLast(tx, 597);
      await insert(tx, 'lake', 598);
    });
    await expect(late).rejects.toThrow('this transaction has ended');
    expect(await trial.asAdmin('SELECT id FROM trial_notes.note WHERE id = 598')).toEqual([]);
  });

  test('does not pass its county to a later statement if the transaction has no statements', async () => {
    await database.withCounty('saipan', async () => undefined);
    await database.withCounty('saipan', () => Promise.reject(new Error('gone'))).catch(() => undefined);
    const ids = await database.query('SELECT id FROM note WHERE $1', [true]);
    expect(ids).toEqual([]);
  });
});
