import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from '@portal/infra/clock';
import { migrate } from '@portal/infra/db';
import type { SortKey } from '@portal/proto/http/search-types';
import { LiveIndexRepository } from '../src/live-index/live-index.repository.js';
import { LiveIndexes } from '../src/live-index/live-indexes.js';
import { ordinalOfKey } from '../src/matching/document-number.rules.js';
import { migrations } from '../src/migrations/index.js';
import { HitOrder } from '../src/searching/hit-order.js';
import { hitCap, hitStatement, type BuiltStatement } from '../src/searching/hit-statement.js';
import { recordTables } from '../src/searching/record-table.js';
import { torrensTextHits, wayOf } from '../src/searching/torrens-text-hits.js';
import { typed } from './drawn-criteria.js';
import type { CsvRow } from './search-bundle.js';
import { SearchUnderTest } from './search-under-test.js';

// an import takes seconds, or many seconds on a busy machine
jest.setTimeout(120_000);

const amount = 2_400;
const numbers = Array.from({ length: amount }, (_, at) => 1_001 + at);
const long = 'X'.repeat(300);

/** The texts of a certificate, by section. */
const textsOf = (number: number): [section: string, text: string][] => [
  ['LEGAL', `LOT ${number % 30} BLOCK ${number % 7} OAK HILL ADDITION`],
  ['MEMORIAL', `MORTGAGE DOCUMENT NO ${2_000_000 + number} RECORDED 10 07 1991 TO A BANK`],
  ['RECITAL', number % 5 === 0 ? 'OLD TEXT' : `JOHN DOE${number} A SINGLE PERSON RESIDING AT HILL ROAD`],
  ...(number === 1_500 ? ([['RECITAL', `SEE ${long} AT HILL ROAD`]] as [string, string][]) : []),
];
const certificates: CsvRow[] = numbers.map((number) => ({
  certificate_number: String(number),
  certified_date: `19${50 + (number % 40)}-03-0${1 + (number % 9)}`,
  book: String(1 + (number % 25)),
  page: String(number),
  status: 'ACTIVE',
  short_status: 'A',
}));
const texts: CsvRow[] = numbers.flatMap((number) =>
  textsOf(number).map(([section, text]) => ({ certificate_number: String(number), section, text })),
);

let search: SearchUnderTest;
let common: ReadonlySet<string>;
let generation: number;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importSearchBundle({
    documents: [{ number: '1' }],
    files: { 'certificates.csv': certificates, 'certificate_texts.csv': texts },
  });
  const repository = new LiveIndexRepository(search.tables.database);
  const indexes = new LiveIndexes(repository, systemClock, { include: () => undefined });
  const index = await indexes.find('lake');
  if (!index) throw new Error('no import');
  common = await indexes.commonWords('lake', index);
  ({ generation } = index);
});
afterAll(() => search.close());

const records = recordTables.certificates;
const orders = (['certificateNumber', 'certifiedDate', 'book'] as const satisfies SortKey[]).flatMap((key) =>
  (['ASC', 'DESC'] as const).map((direction) => new HitOrder(records, key, direction)),
);
const [byNumber] = orders;
if (!byNumber) throw new Error('no order');

type Section = 'ALL' | 'LEGAL' | 'MEMORIAL' | 'RECITAL';
const sections: readonly Section[] = ['ALL', 'LEGAL', 'MEMORIAL', 'RECITAL'];

async function statementOf(text: string, searchIn: Section, order: HitOrder, walked?: number) {
  const asked = {
    order,
    commonWords: async () => common,
  } as never;
  const hits = await torrensTextHits(typed('searchByTorrensText', { text, searchIn }), asked, walked);
  if (!hits) throw new Error('nothing to find');
  return hitStatement({ generation, records }, order, hits, { offset: 0, rows: 25 });
}

async function idsOf({ text, params }: BuiltStatement): Promise<string[]> {
  const [found] = await search.tables.database.query<{ ids: string }>(text, params);
  return (found?.ids ?? '').split(',').filter((id) => id !== '');
}

/** The numbers of all certificates whose text contains the phrase. */
const certificatesWith = (text: string, searchIn: Section): number[] =>
  numbers.filter((number) =>
    textsOf(number).some(
      ([section, own]) => (searchIn === 'ALL' || searchIn === section) && ` ${own} `.includes(text),
    ),
  );

/** The ids of the certificates that a plain filter finds, in their order. */
const plainly = (text: string, searchIn: Section): string[] =>
  certificatesWith(text, searchIn)
    .slice(0, hitCap)
    .map((number) => String(ordinalOfKey(`C${number}`)));

const phrases: readonly (readonly [text: string, by: string])[] = [
  ['DOCUMENT NO 2001500 RECORDED', 'words'],
  ['NT NO 2001500 REC', 'words'],
  ['LOT 7 BLOCK 3', 'words'],
  ['T 17 BLOCK 3 OAK H', 'words'],
  ['MORTGAGE DOCUMENT NO 2001500', 'words'],
  ['DOCUMENT NO 20015', 'words'],
  [`AT ${long.slice(0, 190)}`, 'words'],
  [`SEE ${long.slice(0, 190)}`, 'words'],
  ['DOCUMENT NO 2001', 'parts'],
  ['OE1502 A SINGLE PERSON', 'parts'],
  ['A SINGLE PERSON RESIDING', 'walk'],
  ['LE PERSON RES', 'walk'],
  ['OAK HILL', 'walk'],
  ['HILL OAK', 'walk'],
  ['SINGLE MORTGAGE', 'walk'],
];

describe.each(phrases)('a search for the phrase %.30s', (text, by) => {
  test(`uses the method ${by}, and finds the same certificates as a plain filter in every section`, async () => {
    expect(wayOf(text, common).by).toBe(by);
    for (const section of sections) {
      const expected = plainly(text, section);
      for (const walked of [60_000, 3_500, 10])
        expect({ section, ids: await idsOf(await statementOf(text, section, byNumber, walked)) }).toEqual({
          section,
          ids: expected,
        });
    }
  });

  test('finds the same certificates in every order', async () => {
    for (const order of orders)
      for (const section of sections) {
        const expected = await search.tables.asAdmin<{ id: string }>(
          `SELECT sk_cert::text AS id FROM (SELECT DISTINCT sk_cert, cert_day, sk_book FROM search.certificate_text
             WHERE generation = $1 AND strpos(txt, $2) > 0 AND ($3 = 'ALL' OR section = left($3, 1))) t
            ORDER BY ${sortOf(order)} LIMIT ${hitCap}`,
          [generation, text, section],
        );
        expect(await idsOf(await statementOf(text, section, order, 3_500))).toEqual(
          expected.map(({ id }) => id),
        );
      }
  });
});

const sortOf = (order: HitOrder): string =>
  order.orderBy().replace('k1', order.first).replace('id', 'sk_cert');

test('a word that is too long for the index of words is not looked up in that index', () => {
  expect(wayOf(`SEE ${long.slice(0, 250)}`, common).by).toBe('words');
  expect(wayOf(`SEE ${long.slice(0, 251)}`, common).by).toBe('parts');
  expect(wayOf(`SEE ${long.slice(0, 251)} AT`, common).by).toBe('parts');
});

test('of the phrases in this test, at least one is in no certificate, one in a single certificate, and one in more than a search may find', () => {
  const found = phrases.map(([text]) => certificatesWith(text, 'ALL').length);
  expect(found).toContain(0);
  expect(found).toContain(1);
  expect(Math.max(...found)).toBeGreaterThan(hitCap);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The indexes that a search reads. */
async function indexesReadBy({ text, params }: BuiltStatement): Promise<string[]> {
  await search.tables.asAdmin('SET search_path = search, public');
  // in a large county, PostgreSQL would not read the whole table
  await search.tables.asAdmin('SET enable_seqscan = off');
  const [explained] = await search.tables.asAdmin<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    params,
  );
  const nodes = explained ? nodesOf(explained['QUERY PLAN'][0].Plan) : [];
  return nodes
    .filter((node) => node['Actual Loops'] > 0 && node['Index Name']?.startsWith('certificate_text'))
    .map((node) => node['Index Name']?.replace(/_g\d+$/, '') ?? '');
}

test('a search by words reads only the index of words, and a search that walks through the certificates in order reads only the index of certificates', async () => {
  const read = async (text: string) => indexesReadBy(await statementOf(text, 'RECITAL', byNumber));
  expect(await read('DOCUMENT NO 2001500 RECORDED')).toEqual(['certificate_text_words']);
  expect(await read('A SINGLE PERSON RESIDING')).toEqual(['certificate_text_certificate']);
});

test('a live index gets the index of words, even if the migration was interrupted', async () => {
  const part = `certificate_text_words_g${generation}`;
  await search.tables.asAdmin('DROP INDEX search.certificate_text_words');
  await search.tables.asAdmin(`DELETE FROM search.migration WHERE name LIKE 'WordsOfCertificates%'`);
  await search.tables.asAdmin(`CREATE INDEX ${part} ON search.certificate_text_g${generation} (doc_sk)`);
  await migrate(search.tables.adminUrl, { service: 'search', migrations });
  const [built] = await search.tables.asAdmin<{ definition: string }>(
    'SELECT pg_get_indexdef(i.inhrelid) AS definition FROM pg_inherits i WHERE i.inhrelid = $1::regclass',
    [`search.${part}`],
  );
  expect(built?.definition).toContain('USING gin (array_to_tsvector');
});
