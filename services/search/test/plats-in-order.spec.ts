import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { migrate } from '@portal/infra/db';
import { testDatabase, type TestDatabase } from '@portal/infra/testing';
import type { SortKey } from '@portal/proto/http/search-types';
import { importBundle } from '../src/import/import-bundle.js';
import { migrations } from '../src/migrations/index.js';
import { PlatsInOrder202611281815 } from '../src/migrations/202611281815-plats-in-order.js';
import type { QueryRunner } from 'typeorm';
import { HitOrder } from '../src/searching/hit-order.js';
import { hitCap, hitStatement } from '../src/searching/hit-statement.js';
import { legalHits, platHits } from '../src/searching/legal-hits.js';
import { recordTables } from '../src/searching/record-table.js';
import { anyDay, typed } from './drawn-criteria.js';
import { rowsOf, writeSearchBundle, type SearchBundle } from './search-bundle.js';
import { silent } from './search-under-test.js';

// an import takes seconds, or many seconds on a busy machine
jest.setTimeout(120_000);

const numbers = Array.from({ length: 4_000 }, (_, at) => String(at + 1));
/** A county in which each document has two lots in the same plat, and three in other plats. */
const bigPlat: SearchBundle = {
  documents: numbers.map((number) => ({
    number,
    instrument: ['WD', 'MTG', 'AFF'][Number(number) % 3] ?? 'WD',
    recorded: `20${10 + (Number(number) % 13)}-0${1 + (Number(number) % 9)}-15`,
    book: String(1 + (Number(number) % 40)),
    page: number,
  })),
  files: {
    'plats.csv': ['1', '2', '3', '4'].map((nth) => ({
      plat_number: `P-${nth}`,
      plat_name: `Bay View ${nth}`,
    })),
    'legals.csv': rowsOf(
      numbers.flatMap((number) =>
        ['1', '1', '2', '3', '4'].map((plat, at) => {
          const lot = String(1 + ((Number(number) + at) % 50));
          return [`A${number}`, { kind: 'LB', plat_number: `P-${plat}`, lot, block: '1' }] as const;
        }),
      ),
    ),
  },
};

/** The tables as the previous version had them, with the live generations of two counties. */
let tables: TestDatabase;
beforeAll(async () => {
  const before = migrations.filter((migration) => migration !== PlatsInOrder202611281815);
  tables = await testDatabase({ service: 'search', migrations: before, entities: [] });
  await importInto('lake');
  await importInto('saipan');
});
afterAll(() => tables.close());

async function importInto(county: string): Promise<void> {
  const bundle = await writeSearchBundle(bigPlat, { county });
  await importBundle({ adminUrl: tables.adminUrl, bundle, county, out: silent });
}

const indexesOf = (table: string) =>
  tables.asAdmin<{ name: string; valid: boolean }>(
    `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = $1::regclass AND c.relname ~ '^legal_lb_plat_(book|doc|instr|rec)' ORDER BY 1`,
    [`search.${table}`],
  );
const liveGeneration = async (county: string): Promise<number> => {
  const [live] = await tables.asAdmin<{ generation: number }>(
    'SELECT generation FROM search.live_index WHERE county_id = $1',
    [county],
  );
  return live?.generation ?? 0;
};
const ordered = ['book', 'doc', 'instr', 'rec'];

test('live and later generations of the index get the plat indexes, even if the migration was interrupted', async () => {
  const broken = `legal_lb_plat_rec_g${await liveGeneration('lake')}`;
  await tables.asAdmin(
    'CREATE INDEX legal_lb_plat_rec ON ONLY search.legal_lb (generation, plat_no, rec_key, sk_doc) INCLUDE (doc_type, grp)',
  );
  await tables.asAdmin(
    `CREATE INDEX ${broken} ON search.legal_lb_g${await liveGeneration('lake')} (rec_key)`,
  );
  await migrate(tables.adminUrl, { service: 'search', migrations });
  await importInto('saipan');
  const tablesWithIndexes = ['lake', 'saipan'].map(async (county) => `_g${await liveGeneration(county)}`);
  for (const part of ['', ...(await Promise.all(tablesWithIndexes))])
    expect(await indexesOf(`legal_lb${part}`)).toEqual(
      ordered.map((name) => ({ name: `legal_lb_plat_${name}${part}`, valid: true })),
    );
});

test('the migration continues when a generation of the index is dropped before it gets its plat index', async () => {
  await tables.asAdmin('DROP INDEX search.legal_lb_plat_doc');
  await tables.asAdmin(
    'CREATE TABLE search.legal_lb_g9999 PARTITION OF search.legal_lb FOR VALUES IN (9999)',
  );
  const query = async (text: string, params: unknown[] = []): Promise<unknown> => {
    if (/CREATE INDEX .*_g9999/.test(text)) await tables.asAdmin('DROP TABLE search.legal_lb_g9999');
    return tables.asAdmin(text, params);
  };
  await new PlatsInOrder202611281815().up({ query } as unknown as QueryRunner);
  const part = `_g${await liveGeneration('lake')}`;
  expect(await indexesOf(`legal_lb${part}`)).toEqual(
    ordered.map((name) => ({ name: `legal_lb_plat_${name}${part}`, valid: true })),
  );
});

/** Makes PostgreSQL plan as in a large county, where it would not read the whole table. */
async function expectLargeCounty(): Promise<void> {
  await tables.asAdmin(`VACUUM (ANALYZE) search.legal_lb_g${await liveGeneration('lake')}`);
  await tables.asAdmin('SET search_path = search, public');
  await tables.asAdmin('SET enable_seqscan = off');
  await tables.asAdmin('SET enable_bitmapscan = off');
}

interface PlanNode {
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test.each<[SortKey, string]>([
  ['docNumber', 'doc'],
  ['recordedDate', 'rec'],
  ['book', 'book'],
  ['instrument', 'instr'],
])(
  'a search for a plat, sorted by %s, stops reading after the first thousand documents of the plat',
  async (key, name) => {
    await tables.asAdmin('SET search_path = search, public');
    const records = recordTables.documents;
    const generation = await liveGeneration('lake');
    for (const direction of ['ASC', 'DESC'] as const) {
      const order = new HitOrder(records, key, direction);
      const hits = platHits({ plat: 'P-1', platNumber: '', platName: '' }, { order } as never);
      if (!hits) throw new Error('nothing to find');
      const { text, params } = hitStatement({ generation, records }, order, hits, { offset: 0, rows: 25 });
      const [explained] = await tables.asAdmin<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        params,
      );
      const nodes = explained ? nodesOf(explained['QUERY PLAN'][0].Plan) : [];
      const scans = nodes.filter((node) => node['Index Name']?.startsWith('legal_lb'));
      expect(scans.map((node) => node['Index Name'])).toEqual([`legal_lb_plat_${name}_g${generation}`]);
      expect(scans[0]?.['Actual Rows']).toBeLessThanOrEqual(2 * hitCap + 1);
    }
  },
);

test('a search for a lot uses the index of lots, even when PostgreSQL uses one plan for all values (a generic plan)', async () => {
  const generation = await liveGeneration('lake');
  const order = new HitOrder(recordTables.documents, 'recordedDate', 'ASC');
  const criteria = typed('searchByLegalDescription', { ...anyDay, plat: 'P-1', lot: '2' });
  const hits = legalHits(criteria, { index: { groups: [] }, order } as never);
  if (!hits) throw new Error('nothing to find');
  const target = { generation, records: recordTables.documents };
  const { text, params } = hitStatement(target, order, hits, { offset: 0, rows: 25 });
  await expectLargeCounty();
  await tables.asAdmin('SET plan_cache_mode = force_generic_plan');
  await tables.asAdmin(`PREPARE lots AS ${text}`);
  const plan = await tables.asAdmin<{ 'QUERY PLAN': string }>(
    `EXPLAIN EXECUTE lots (${params.map((value) => `'${String(value)}'`).join(', ')})`,
  );
  expect(plan.map((line) => line['QUERY PLAN']).join()).toMatch(/ using legal_lb_plat_g\d+ /);
});
