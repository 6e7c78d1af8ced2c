import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { NameCriteria } from '@portal/proto/criteria/name';
import { systemClock } from '@portal/infra/clock';
import pg from 'pg';
import { LiveIndexRepository } from '../src/live-index/live-index.repository.js';
import { LiveIndexes } from '../src/live-index/live-indexes.js';
import { HitOrder } from '../src/searching/hit-order.js';
import { hitCap, hitStatement, type BuiltStatement } from '../src/searching/hit-statement.js';
import { nameHits } from '../src/searching/name-hits.js';
import { ordinalOfKey } from '../src/matching/document-number.rules.js';
import { grantee, grantor, type DocumentRow, type PartyRow } from './bundle-maker.js';
import { anyDay, typed, type Random } from './drawn-criteria.js';
import { orderedLimits, records, sortings } from './limited-names.js';
import { keysOf, noticed, SearchUnderTest } from './search-under-test.js';
import { seededRandom } from './seeded-random.js';

// an import takes seconds, or many seconds on a busy machine
jest.setTimeout(120_000);

const amount = 8_000;
/** Most of these names are on more than a thousand documents, so that they count as frequent. */
const grantors = ['SMITH', 'SMITH', 'SMITH', 'SMITHSON', 'SMITHSON', 'SMITH-JOHNSON', 'JOHNSON', 'WEST'];
const grantees = ['JOHNSON', 'JOHNSON', 'JOHNSON', 'JOHNSTON', 'JOHNSTON', 'SMITH', 'SMITH & SONS', 'WEST'];
const rare = ['SMITHERS', 'JOHNSEN', 'SMITHY', 'JOHNSONVILLE', 'SMITZ'];

function drawnParties(random: Random): PartyRow[] {
  const parties = [grantor(random.pick(grantors), 'ANN'), grantee(random.pick(grantees))];
  if (random.chance(0.3)) parties.push(grantor(random.pick(grantors), 'BOB'));
  if (random.chance(0.1)) parties.push(grantee(random.pick(grantors)));
  if (random.chance(0.05)) parties.push(random.pick([grantor, grantee])(random.pick(rare)));
  return parties;
}

const drawnDocument = (random: Random, nth: number): DocumentRow => ({
  number: String(nth),
  type: random.chance(0.2) ? 'T' : 'A',
  instrument: random.pick(['WD', 'MTG', 'MTG', 'AFF']),
  recorded: `${random.between(1990, 1999)}-0${random.between(1, 9)}-${random.between(10, 28)}`,
  time: `1${random.between(0, 9)}:30`,
  ...(random.chance(0.8) && { book: String(random.between(1, 40)), page: String(random.between(1, 400)) }),
  parties: drawnParties(random),
});

let search: SearchUnderTest;
let indexes: LiveIndexes;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  const random = seededRandom(20_261_128);
  await search.importRows(Array.from({ length: amount }, (_, at) => drawnDocument(random, at + 1)));
  indexes = new LiveIndexes(new LiveIndexRepository(search.tables.database), systemClock, {
    include: () => undefined,
  });
});
afterAll(() => search.close());

/** The frequent names that a statement is built with: none, those of the index, or too many for merging their scans. */
type Known = 'nothing' | 'frequent names' | 'many frequent names';

const absent = Array.from({ length: 41 }, (_, at) => `ABSENT${at}`);

async function statementOf(criteria: Partial<NameCriteria>, order: HitOrder, known: Known) {
  const live = await indexes.find('lake');
  if (!live) throw new Error('no import');
  // name pairs are switched off, so that the search uses the frequent names; name-pairs.spec.ts tests the pairs
  const index = { ...live, has_pairs: false };
  const hotPrefix = async (prefix: string) => {
    if (known === 'nothing') return undefined;
    const found = await indexes.hotPrefix('lake', index, prefix);
    if (!found) throw new Error(`${prefix} has no frequent names`);
    return known === 'frequent names' ? found : { ...found, frequent: [...found.frequent, ...absent] };
  };
  const asked = { index, order, hotPrefix, commonWords: async () => new Set<string>(), today: async () => 0 };
  const hits = await nameHits(typed('searchByName', { ...anyDay, ...criteria }), asked);
  if (!hits) throw new Error('nothing to find');
  return hitStatement({ generation: index.generation, records }, order, hits, { offset: 0, rows: 25 });
}

async function idsOf({ text, params }: BuiltStatement): Promise<string[]> {
  const [found] = await search.tables.database.query<{ ids: string }>(text, params);
  return (found?.ids ?? '').split(',').filter((id) => id !== '');
}

const one = (last: string): Partial<NameCriteria> => ({ grantorGranteeLastName1: last });
const two = (last: string, other: string, andOr: 'AND' | 'OR'): Partial<NameCriteria> => ({
  ...one(last),
  grantorGranteeLastName2: other,
  andOr,
});
describe.each([
  ['a prefix', one('JOHNS')],
  ['two prefixes with And', two('SMITH', 'JOHNS', 'AND')],
  ['a prefix and a shorter one with And', two('SMITH', 'SMI', 'AND')],
  ['two prefixes with Or', two('SMITH', 'JOHNS', 'OR')],
])('a search for frequent names by %s', (_, names) => {
  test('finds the same documents with and without the table of frequent names, for every role, order and limit', async () => {
    let capped = 0;
    for (const { order, limit } of orderedLimits) {
      const criteria = { ...names, ...limit };
      const expected = await idsOf(await statementOf(criteria, order, 'nothing'));
      const ordered = await statementOf(criteria, order, 'frequent names');
      const many = await statementOf(criteria, order, 'many frequent names');
      expect(ordered.text).toContain('name_hot');
      expect({ criteria, ids: await idsOf(ordered) }).toEqual({ criteria, ids: expected });
      expect({ criteria, ids: await idsOf(many) }).toEqual({ criteria, ids: expected });
      if (expected.length === hitCap) capped += 1;
    }
    expect(capped).toBeGreaterThanOrEqual(sortings.length);
  });
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const rowsReadBy = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

async function planNodesOf({ text, params }: BuiltStatement): Promise<PlanNode[]> {
  const [explained] = await search.tables.asAdmin<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    params,
  );
  return explained ? nodesOf(explained['QUERY PLAN'][0].Plan) : [];
}

/**
 * Counts the rows of `name_hot` with a name that begins with SMITH or JOHNS, up to and including this document in the
 * order of the search.
 */
async function rowsUpTo(id: string, { order, reverse }: (typeof sortings)[number]): Promise<number> {
  const place = `(SELECT ${order.select()} FROM name_hot WHERE sk_doc = $1 LIMIT 1)`;
  const [counted] = await search.tables.asAdmin<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM name_hot WHERE last_name ~ '^(SMITH|JOHNS)' AND ${reverse.notBefore(place)}`,
    [id],
  );
  return counted?.rows ?? 0;
}

test('a search for two frequent names reads the rows of each name only up to the thousandth document, in every order', async () => {
  await search.tables.asAdmin('SET search_path = search, public');
  for (const sorting of sortings) {
    const statement = await statementOf(two('SMITH', 'JOHNS', 'AND'), sorting.order, 'frequent names');
    const ids = await idsOf(statement);
    expect(ids).toHaveLength(hitCap);
    const nodes = await planNodesOf(statement);
    expect(nodes.map((node) => node['Node Type'])).toContain('Merge Join');
    const scans = nodes.filter((node) => node['Relation Name']?.startsWith('name_hot'));
    const read = sumOf(scans.map(rowsReadBy));
    expect(read).toBeGreaterThan(hitCap);
    // each scan reads its first row to find where both names begin, and one row beyond the last document
    const beyond = 2 * sumOf(scans.map((node) => node['Actual Loops']));
    expect(read).toBeLessThanOrEqual((await rowsUpTo(ids.at(-1) ?? '', sorting)) + beyond);
  }
});

test('a search for SMITH and JOHNS, which are frequent, finds a document that a delta adds under SMITHNEW and JOHNSNEW', async () => {
  const lastOfBoth = async () =>
    keysOf(await search.byName(two('SMITH', 'JOHNS', 'AND'), { sortDirection: 'DESC' }))[0];
  expect(await lastOfBoth()).not.toBe('A9001');
  const parties = [grantor('SMITHNEW'), grantee('JOHNSNEW')];
  await search.importRows([{ number: '9001', parties }], { kind: 'delta' });
  await noticed();
  expect(await lastOfBoth()).toBe('A9001');
});

describe('a document whose names are changed by a delta', () => {
  const order = new HitOrder(records, 'docNumber', 'DESC');
  const numberOf = (key: string): string => String(ordinalOfKey(key));
  const named = (...last: string[]): DocumentRow => ({
    number: '9500',
    parties: last.flatMap((name) => [grantor(name), grantee(name)]),
  });
  const statements = async () => [
    await statementOf(two('SMITH', 'JOHNS', 'AND'), order, 'frequent names'),
    await statementOf(one('JOHNS'), order, 'frequent names'),
    await statementOf(one('JOHNS'), order, 'many frequent names'),
  ];
  const firstOfEach = async (built: readonly BuiltStatement[]) =>
    Promise.all(built.map(async (statement) => (await idsOf(statement))[0]));
  const everywhere = Array<string>(3).fill(numberOf('A9500'));

  test('is found when the search still uses the list of names from before the delta', async () => {
    await search.importRows([named('SMITHOLD', 'JOHNSOLD')], { kind: 'delta' });
    await noticed();
    const before = await statements();
    expect(await firstOfEach(before)).toEqual(everywhere);
    await search.importRows([named('SMITHFRESH', 'JOHNSFRESH')], { kind: 'delta' });
    expect(await firstOfEach(before)).toEqual(everywhere);
    await noticed();
    expect(await firstOfEach(await statements())).toEqual(everywhere);
  });

  test('is found when the list of names is newer than the delta, and the search reads a standby that lacks the delta', async () => {
    await search.importRows([named('SMITHEARLY', 'JOHNSEARLY')], { kind: 'delta' });
    const standby = new pg.Client({ connectionString: search.tables.adminUrl });
    await standby.connect();
    try {
      // the transaction still reads the rows from before the delta, like a standby that is behind
      await standby.query(`SET search_path = search, public`);
      await standby.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await standby.query('SELECT 1 FROM live_index');
      await search.importRows([named('SMITHLATE', 'JOHNSLATE')], { kind: 'delta' });
      await noticed();
      for (const { text, params } of await statements()) {
        const { rows } = await standby.query<{ ids: string }>(text, [...params]);
        expect(rows[0]?.ids.split(',')[0]).toBe(numberOf('A9500'));
      }
    } finally {
      await standby.end();
    }
  });

  test('is found under a frequent name that had lost all its documents', async () => {
    const random = seededRandom(20_261_128);
    const drawn = Array.from({ length: amount }, (_, at) => drawnDocument(random, at + 1));
    const isRenamed = ({ last }: PartyRow): boolean => last === 'JOHNSTON';
    const renamed = drawn
      .filter(({ parties = [] }) => parties.some(isRenamed))
      .map(({ parties = [], ...row }) => ({
        ...row,
        parties: parties.map((party) => (isRenamed(party) ? grantee('WEST') : party)),
      }));
    expect(renamed.length).toBeGreaterThan(1_000);
    const before = await statements();
    await search.importRows(renamed, { kind: 'delta' });
    await search.importRows([named('SMITH', 'JOHNSTON')], { kind: 'delta' });
    expect(await firstOfEach(before)).toEqual(everywhere);
    await noticed();
    expect(await firstOfEach(await statements())).toEqual(everywhere);
  });
});
