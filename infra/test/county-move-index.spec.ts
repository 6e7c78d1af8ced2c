import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { freshDatabase } from '@portal/infra/testing';
import { copyIndex, removeIndex } from '../local/county-move/index-copy.mjs';
import { openSession, type Session } from '../local/county-move/sessions.mjs';
import { indexTables } from '../local/county-move/tables.mjs';
import { everyService } from './every-service.js';

const county = 'lake';
let databases: Awaited<ReturnType<typeof freshDatabase>>[];
let source: Session;
let target: Session;
beforeAll(async () => {
  const search = (await everyService()).filter(({ service }) => service === 'search');
  databases = [await freshDatabase(...search), await freshDatabase(...search)];
  [source, target] = [await openSession(databases[0]!.adminUrl), await openSession(databases[1]!.adminUrl)];
}, 120_000);
afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
  for (const database of databases) await database.drop();
});

/**
 * Makes an index with one name. The tables `leftOut` get no partition, as if an older importer had made the index.
 * @param pairsChanges -5 if the pairs of names are complete (`hasPairsSql`, with 3 for `changes`), otherwise -1
 */
async function makeIndex(leftOut: readonly string[], pairsChanges: number): Promise<void> {
  const [row] = await source.ask<{ generation: number }>(
    `INSERT INTO search.generation (county_id, state, bundle) VALUES ($1, 'LIVE', 'b') RETURNING generation`,
    [county],
  );
  const generation = row?.generation ?? 0;
  for (const table of indexTables.filter((name) => !leftOut.includes(name)))
    await source.ask(
      `CREATE TABLE search.${table}_g${generation} PARTITION OF search.${table} FOR VALUES IN (${generation})`,
    );
  await source.ask(
    `INSERT INTO search.name_dict (generation, last_name, documents, hot) VALUES ($1, 'SMITH', 1, false)`,
    [generation],
  );
  await source.ask(
    `INSERT INTO search.live_index (county_id, generation, documents, changes, pairs_changes) VALUES ($1, $2, 1, 3, $3)`,
    [county, generation, pairsChanges],
  );
}

/** The tables that have a partition for the county's generation in the target. */
const partitions = async (): Promise<string[]> => {
  const rows = await target.ask<{ name: string }>(
    `SELECT i.inhparent::regclass::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE c.relkind = 'r' AND c.relname ~ ('_g' || (SELECT generation FROM search.live_index) || '$')`,
  );
  return rows.map(({ name }) => name.replace('search.', '')).sort();
};

describe('the copy of a search index', () => {
  afterEach(async () => {
    for (const side of [source, target]) {
      await removeIndex(side, county);
      await side.ask(`DELETE FROM search.generation WHERE state = 'RETIRED'`);
    }
  });

  test.each([
    ['is as complete as the index', [], -5],
    [
      'of an importer that knew no pairs of names has a table without pairs, which searches do not use',
      ['name_pair'],
      -1,
    ],
    [
      'whose importer knew no tract books and pairs has these tables empty',
      ['name_pair', 'tract_book', 'tract_legal'],
      -1,
    ],
  ])('%s', async (_, leftOut, pairsChanges) => {
    await makeIndex(leftOut, pairsChanges);
    expect(await copyIndex({ source, target, county })).toMatchObject({ rows: 1 });
    expect(await partitions()).toEqual([...indexTables].sort());
    const live = await target.ask(
      `SELECT last_name, changes, pairs_changes FROM search.live_index JOIN search.name_dict USING (generation)`,
    );
    expect(live).toEqual([{ last_name: 'SMITH', changes: 3, pairs_changes: pairsChanges }]);
  });
});
