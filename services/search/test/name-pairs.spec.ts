import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from '@portal/infra/clock';
import { migrate } from '@portal/infra/db';
import type { NameCriteria } from '@portal/proto/criteria/name';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { LiveIndexRepository } from '../src/live-index/live-index.repository.js';
import { LiveIndexes } from '../src/live-index/live-indexes.js';
import { ordinalOfKey } from '../src/matching/document-number.rules.js';
import { migrations } from '../src/migrations/index.js';
import { PairsOfNames202611291430 } from '../src/migrations/202611291430-pairs-of-names.js';
import { mostPairedParties } from '../src/read-model/tables.js';
import { HitOrder } from '../src/searching/hit-order.js';
import { hitCap, hitStatement, type BuiltStatement } from '../src/searching/hit-statement.js';
import { nameHits } from '../src/searching/name-hits.js';
import { grantee, grantor, type DocumentRow, type PartyRow } from './bundle-maker.js';
import { anyDay, typed, type Random } from './drawn-criteria.js';
import { limited, limits, orderedLimits, records, sortings } from './limited-names.js';
import { plain, plainParts } from './plain-folding.js';
import { keysOf, noticed, SearchUnderTest } from './search-under-test.js';
import { seededRandom } from './seeded-random.js';

// an import takes seconds, or many seconds on a busy machine
jest.setTimeout(120_000);

const amount = 6_000;
/** Most of these names are on more than a thousand documents, so that they count as frequent. */
const grantors = ['SMITH', 'SMITH', 'SMITH', 'SMITHSON', 'SMITHSON', 'SMITH-JOHNSON', 'JOHNSON', 'WEST'];
const grantees = ['JOHNSON', 'JOHNSON', 'JOHNSON', 'JOHNSTON', 'JOHNSTON', 'SMITH', 'SMITH & SONS', 'WEST'];
const rare = ['SMITHERS', 'JOHNSEN', 'SMITHY', 'JOHNSONVILLE', 'SMITZ', 'LINDQUIST', 'LINDGREN'];
const firsts = ['ANN', 'BOB', 'ANNA', 'OLE', 'EVA', 'IDA', 'KAI', 'LEO', 'MIA', 'NOA', 'PIA', 'UMA'];

const heirs = (count: number): PartyRow[] => Array.from({ length: count }, (_, at) => grantor(`HEIR${at}`));

function drawnParties(random: Random): PartyRow[] {
  const parties = [
    grantor(random.pick(grantors), random.pick(firsts)),
    grantee(random.pick(grantees), random.pick(firsts)),
  ];
  if (random.chance(0.3)) parties.push(grantor(random.pick(grantors), random.pick(firsts)));
  if (random.chance(0.1)) parties.push(grantee(random.pick(grantors)));
  if (random.chance(0.1)) parties.push(random.pick([grantor, grantee])(random.pick(rare)));
  if (random.chance(0.02)) parties.push(grantor('SMITZ'), grantee('LINDQUIST', 'OLE'));
  // some of these documents are crowded, and some have as many parties as a document with pairs may have
  if (random.chance(0.05)) parties.push(...heirs(mostPairedParties - 4));
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

const random = seededRandom(20_261_129);
const documents = Array.from({ length: amount }, (_, at) => drawnDocument(random, at + 1));

let search: SearchUnderTest;
let indexes: LiveIndexes;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importRows(documents);
  indexes = new LiveIndexes(new LiveIndexRepository(search.tables.database), systemClock, {
    include: () => undefined,
  });
});
afterAll(() => search.close());

const both = (last: string, other: string, more: Partial<NameCriteria> = {}): Partial<NameCriteria> => ({
  grantorGranteeLastName1: last,
  grantorGranteeLastName2: other,
  andOr: 'AND',
  ...more,
});

interface FoldedParty {
  readonly role: PartyRow['role'];
  readonly first: string;
  /** The names under which the party is found: the whole name and its parts. */
  readonly names: readonly string[];
}
const folded = ({ role, last, first = '' }: PartyRow): FoldedParty => {
  const parts = plainParts(last);
  return { role, first: plain(first), names: [plain(last), ...(parts.length > 1 ? parts : [])] };
};
const foldedParties = new Map(documents.map((row) => [row, (row.parties ?? []).map(folded)]));
const roleOf = { BOTH: undefined, GRANTORS: 'GRANTOR', GRANTEES: 'GRANTEE' } as const;

/** The documents that a plain filter of the drawn rows finds, sorted by number. */
function plainly(c: NameCriteria): string[] {
  const has = (row: DocumentRow, last: string, first: string): boolean =>
    (foldedParties.get(row) ?? []).some(
      (party) =>
        (roleOf[c.grantorGranteeSearchIn] ?? party.role) === party.role &&
        party.first.startsWith(first) &&
        party.names.some((name) => (c.matchMethod === 'EXACT' ? name === last : name.startsWith(last))),
    );
  const [one, two] = [
    [plain(c.grantorGranteeLastName1), plain(c.grantorGranteeFirstName1)],
    [plain(c.grantorGranteeLastName2), plain(c.grantorGranteeFirstName2)],
  ] as const;
  const isoOf = (us: string): string => `${us.slice(6)}-${us.slice(0, 2)}-${us.slice(3, 5)}`;
  const groups: Readonly<Record<string, string>> = { WD: 'DEED', MTG: 'MORTGAGE', AFF: 'MISC' };
  return documents
    .filter((row) => {
      const { type = '', recorded = '', instrument = '' } = row;
      return (
        (c.documentType === 'ALL' || c.documentType === type) &&
        (c.instrumentGroup === 'ALL' || c.instrumentGroup === groups[instrument]) &&
        isoOf(c.fromRecordedDate) <= recorded &&
        recorded <= isoOf(c.toRecordedDate) &&
        has(row, ...one) &&
        has(row, ...two)
      );
    })
    .map(({ type, number }) => String(ordinalOfKey(`${type ?? 'A'}${number}`)))
    .slice(0, hitCap);
}

const byNumber = new HitOrder(records, 'docNumber', 'ASC');

async function statementOf(criteria: NameCriteria, order: HitOrder, pairs = true): Promise<BuiltStatement> {
  const live = await indexes.find('lake');
  if (!live) throw new Error('no import');
  const index = pairs ? live : { ...live, has_pairs: false };
  const hotPrefix = async () => undefined;
  const hits = await nameHits(criteria, {
    index,
    order,
    hotPrefix,
    commonWords: async () => new Set<string>(),
    today: async () => 0,
  });
  if (!hits) throw new Error('nothing to find');
  return hitStatement({ generation: index.generation, records }, order, hits, { offset: 0, rows: 25 });
}

async function idsOf({ text, params }: BuiltStatement): Promise<string[]> {
  const [found] = await search.tables.database.query<{ ids: string }>(text, params);
  return (found?.ids ?? '').split(',').filter((id) => id !== '');
}

/** Searches that find documents by the pairs of names. */
const paired: [kind: string, names: Partial<NameCriteria>][] = [
  ['two frequent prefixes', both('SMITH', 'JOHNS')],
  ['two frequent prefixes in the other order', both('JOHNS', 'SMITH')],
  ['a frequent prefix and rare names', both('SMITHSO', 'LIND')],
  ['two exact names', both('SMITH', 'JOHNSON', { matchMethod: 'EXACT' })],
  ['an exact frequent name and a rare one', both('LINDQUIST', 'WEST', { matchMethod: 'EXACT' })],
];
/** Searches that find documents in another way. */
const others: [kind: string, names: Partial<NameCriteria>][] = [
  ['a prefix and a shorter one', both('SMITH', 'SMI')],
  ['the same exact name twice', both('SMITH', 'SMITH', { matchMethod: 'EXACT' })],
  ['two rare prefixes', both('SMITZ', 'LINDQ')],
  [
    'two names, of which the first has few people',
    both('LINDQUIST', 'SMITH', { grantorGranteeFirstName1: 'OLE' }),
  ],
  [
    'two names, of which the second has few people',
    both('JOHN', 'SMITHE', { grantorGranteeFirstName1: 'ANN' }),
  ],
  [
    'two frequent names, one of them with a first name',
    both('SMITH', 'JOHNSON', { grantorGranteeFirstName2: 'ANN' }),
  ],
];

test.each([...paired, ...others])(
  'a search for %s with And returns the same documents as a plain filter, for every role and limit',
  async (kind, names) => {
    const isPaired = paired.some(([each]) => each === kind);
    let found = 0;
    for (const limit of limited) {
      const criteria = typed('searchByName', { ...anyDay, ...names, ...limit });
      const statement = await statementOf(criteria, byNumber);
      expect(statement.text.includes('name_pair')).toBe(isPaired);
      const ids = await idsOf(statement);
      expect({ criteria, ids }).toEqual({ criteria, ids: plainly(criteria) });
      found += ids.length;
    }
    expect(found).toBeGreaterThan(10);
  },
);

test.each(paired)(
  'a search for %s with And returns the same documents as in an index without pairs, in every order, role and limit',
  async (_, names) => {
    for (const { order, limit } of orderedLimits) {
      const criteria = typed('searchByName', { ...anyDay, ...names, ...limit });
      const expected = await idsOf(await statementOf(criteria, order, false));
      const ids = await idsOf(await statementOf(criteria, order));
      expect({ criteria, ids }).toEqual({ criteria, ids: expected });
    }
  },
);

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function planNodesOf({ text, params }: BuiltStatement): Promise<PlanNode[]> {
  await search.tables.asAdmin('SET search_path = search, public');
  const [explained] = await search.tables.asAdmin<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    params,
  );
  return explained ? nodesOf(explained['QUERY PLAN'][0].Plan) : [];
}

test('a pair of frequent names is read from the index of the requested order, up to the thousandth document', async () => {
  const pairs = await search.tables.asAdmin<{ n: number }>(
    'SELECT count(*)::int AS n FROM search.name_pair WHERE other_no > 0 GROUP BY hot_no, other_no',
  );
  expect(Math.max(...pairs.map(({ n }) => n))).toBeGreaterThan(hitCap);
  const names = ['doc', 'rec', 'book', 'instr'];
  for (const [at, { order }] of sortings.entries()) {
    const criteria = typed('searchByName', { ...anyDay, ...both('SMITH', 'JOHNS') });
    const nodes = await planNodesOf(await statementOf(criteria, order));
    const scans = nodes.filter((node) => /^name_pair_(?!other)/.test(node['Index Name'] ?? ''));
    expect(scans.map((node) => node['Index Name']?.replace(/_g\d+$/, ''))).toEqual([
      `name_pair_${names[at >> 1] ?? ''}`,
    ]);
    for (const scan of scans) expect(scan['Actual Rows']).toBeLessThanOrEqual(hitCap);
    // the search does not read `name_hot`, which has all documents of each of the two names
    expect(nodes.map((node) => node['Relation Name'] ?? '').join()).not.toContain('name_hot');
  }
});

test('a search with And for a name of few people and a frequent name does not read all documents of the frequent name', async () => {
  const more = { grantorGranteeFirstName1: 'OLE' };
  const criteria = typed('searchByName', { ...anyDay, ...both('LINDQUIST', 'SMITH', more), ...limits[3] });
  const nodes = await planNodesOf(await statementOf(criteria, byNumber));
  const read = nodes
    .filter((node) => node['Relation Name']?.startsWith('party'))
    .map((node) => node['Actual Rows'] * node['Actual Loops']);
  expect(Math.max(...read)).toBeLessThanOrEqual(101);
});

const lastOfBoth = async (): Promise<string | undefined> =>
  keysOf(await search.byName(both('SMITH', 'JOHNSON'), { sortDirection: 'DESC' }))[0];
const newest = { number: '9001', parties: [grantor('SMITH'), grantee('JOHNSON')] };
const change = async (row: DocumentRow): Promise<void> => {
  await search.importRows([row], { kind: 'delta' });
  await noticed();
};
const hasPairs = async (): Promise<boolean | undefined> => {
  await noticed();
  return (await indexes.find('lake'))?.has_pairs;
};

describe('pairs of names after a delta', () => {
  test('contain the names of a new document, and the names that a later delta gives this document', async () => {
    await change(newest);
    expect(await lastOfBoth()).toBe('A9001');
    await change({ ...newest, parties: [grantor('SMITHNEW'), grantee('JOHNSON')] });
    expect(await lastOfBoth()).toBe('A9001');
    await change({ ...newest, parties: [grantor('SMITHNEW'), grantee('JOHNSONNEW')] });
    expect(await lastOfBoth()).toBe('A9001');
    await change({ ...newest, parties: [grantor('SMITHNEW'), grantee('NOBODY')] });
    expect(await lastOfBoth()).not.toBe('A9001');
  });

  test.each(['SEAL', 'DELETE'] as const)('lack a document with the action %s', async (action) => {
    await change(newest);
    expect(await lastOfBoth()).toBe('A9001');
    await change({ number: '9001', action });
    expect(await lastOfBoth()).not.toBe('A9001');
    const left = await search.tables.asAdmin('SELECT 1 FROM search.name_pair WHERE sk_doc / 1024 = 9001');
    expect(left).toEqual([]);
    expect(await hasPairs()).toBe(true);
  });
});

describe('a document with many parties', () => {
  const rowsOf = async (key: string): Promise<{ paired: number; single: number } | undefined> => {
    const [rows] = await search.tables.asAdmin<{ paired: number; single: number }>(
      `SELECT count(*) FILTER (WHERE hot_no > 0)::int AS paired, count(*) FILTER (WHERE hot_no = 0)::int AS single
         FROM search.name_pair WHERE sk_doc = $1`,
      [String(ordinalOfKey(key))],
    );
    return rows;
  };

  test.each([
    ['its pairs up to the limit', mostPairedParties, { paired: 2 * (mostPairedParties - 2) + 1, single: 0 }],
    ['one row for each name above it', mostPairedParties + 1, { paired: 0, single: mostPairedParties + 1 }],
  ])('has %s, and is found', async (_, count, expected) => {
    await change({ ...newest, parties: [...newest.parties, ...heirs(count - 2)] });
    expect(await rowsOf('A9001')).toEqual(expected);
    expect(await lastOfBoth()).toBe('A9001');
    expect(keysOf(await search.byName(both('SMITH', 'HEIR7'), { sortDirection: 'DESC' }))[0]).toBe('A9001');
  });

  test('is stored in a form that the previous version does not know; the previous version therefore ignores the pairs that this version stores', async () => {
    const [live] = await search.tables.asAdmin(
      'SELECT pairs_changes = changes AS used FROM search.live_index',
    );
    expect(live).toEqual({ used: false });
    expect(await hasPairs()).toBe(true);
  });
});

describe('pairs of names after an update of the portal', () => {
  test('are used if the previous version made them for every document, and a delta can then add a crowded document', async () => {
    await search.tables.asAdmin('UPDATE search.live_index SET pairs_changes = changes');
    expect(await hasPairs()).toBe(true);
    await change({ ...newest, parties: [...newest.parties, ...heirs(mostPairedParties)] });
    expect(await hasPairs()).toBe(true);
    expect(await lastOfBoth()).toBe('A9001');
    const [live] = await search.tables.asAdmin(
      'SELECT pairs_changes = changes AS used FROM search.live_index',
    );
    expect(live).toEqual({ used: false });
  });

  test('are not used once an importer of the previous version has loaded a delta, not even after later deltas', async () => {
    await search.tables.asAdmin(
      `UPDATE search.live_index SET changes = changes + 1 WHERE county_id = 'lake'`,
    );
    await search.tables.asAdmin('TRUNCATE search.name_pair');
    expect(await hasPairs()).toBe(false);
    await change(newest);
    expect(await hasPairs()).toBe(false);
    expect(await lastOfBoth()).toBe('A9001');
    expect(await search.tables.asAdmin('SELECT 1 FROM search.name_pair')).toEqual([]);
  });

  test('are not used in an index that was imported before pairs existed, but deltas can change this index', async () => {
    const client = new pg.Client({ connectionString: search.tables.adminUrl });
    await client.connect();
    const query = async (text: string): Promise<unknown> => (await client.query(text)).rows;
    try {
      await new PairsOfNames202611291430().down({ query } as unknown as QueryRunner);
      await client.query(`DELETE FROM search.migration WHERE name LIKE 'PairsOfNames%'`);
    } finally {
      await client.end();
    }
    await migrate(search.tables.adminUrl, { service: 'search', migrations });
    expect(await hasPairs()).toBe(false);
    await change({ ...newest, number: '9002' });
    expect(await lastOfBoth()).toBe('A9002');
  });

  test('are complete again after the next full import', async () => {
    expect(await hasPairs()).toBe(false);
    await search.importRows(documents.slice(0, 10));
    expect(await hasPairs()).toBe(true);
    expect(await lastOfBoth()).not.toBe('A9002');
  });
});
