import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RawJson } from '@portal/infra/rpc';
import {
  demoDocuments,
  testActor,
  writeDemoBundle,
  type DemoDocument,
  type DemoParty,
} from '@portal/infra/testing';
import { documentNumberSearch, type DocumentNumberCriteria } from '@portal/proto/criteria/document-number';
import { nameSearch, type NameCriteria } from '@portal/proto/criteria/name';
import { searchPaging, type SearchPaging } from '@portal/proto/http/search-paging';
import { sortKeys } from '@portal/proto/http/search-types';
import { seededRandom } from './seeded-random.js';
import { PlainReference, type ReferenceAnswer } from './plain-reference.js';
import { SearchUnderTest } from './search-under-test.js';

/** More documents than the demo county has, so that the common names pass the cap. */
const amount = Number(process.env['REFERENCE_DOCUMENTS'] ?? 10_000);
const criteriaAmount = 1_700;
const numberAmount = 300;

let search: SearchUnderTest;
let documents: readonly DemoDocument[];
let reference: PlainReference;
const random = seededRandom(20_261_121);

beforeAll(async () => {
  search = await SearchUnderTest.start();
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'reference-')), 'lake');
  await writeDemoBundle('lake', folder, { documents: amount });
  documents = await demoDocuments('lake', { documents: amount });
  reference = new PlainReference(documents);
  await search.importFolder(folder);
}, 240_000);
afterAll(() => search.close());

const pickDocument = (): DemoDocument => random.pick(documents);
const partiesOf = ({ grantors, grantees }: DemoDocument): DemoParty[] => [...grantors, ...grantees];

/** A part of a name as people type it: whole, its beginning, one of its words, in another case. */
function typedName({ last }: DemoParty, method: NameCriteria['matchMethod']): string {
  const words = last.split(/[ -]/).filter((word) => /[A-Z]{2}/.test(word));
  if (method === 'WORD') return random.pick(words.length > 0 ? words : [last]);
  if (method === 'EXACT') return random.chance(0.8) ? last.toLowerCase() : last;
  const length = random.chance(0.5) ? last.length : random.between(2, last.length);
  const text = last.slice(0, length).trim();
  return text.length < 2 ? last : text;
}

/** A lender or another common name, with nothing that narrows the search. */
function drawnCommonName(): NameCriteria {
  const business = partiesOf(pickDocument()).find(({ first }) => first === '');
  const days = { fromRecordedDate: '01/01/1800', toRecordedDate: '11/01/2026' };
  return nameSearch.schema().parse({ grantorGranteeLastName1: business?.last.slice(0, 8) ?? 'JO', ...days });
}

function drawnNameCriteria(): NameCriteria {
  if (random.chance(0.12)) return drawnCommonName();
  const document = pickDocument();
  const people = partiesOf(document);
  const one = random.pick(people);
  const matchMethod = random.pick(['BEGINS', 'BEGINS', 'BEGINS', 'EXACT', 'WORD'] as const);
  const second = random.chance(0.2)
    ? random.pick(random.chance(0.6) ? people : partiesOf(pickDocument()))
    : undefined;
  const withFirst = one.first !== '' && random.chance(0.4);
  const year = Number(document.recorded_date.slice(0, 4));
  return nameSearch.schema().parse({
    grantorGranteeLastName1: typedName(one, matchMethod),
    grantorGranteeFirstName1: withFirst
      ? matchMethod === 'EXACT'
        ? one.first
        : one.first.slice(0, random.between(1, one.first.length))
      : '',
    grantorGranteeMiddleInitial1: withFirst && random.chance(0.3) ? one.middle : '',
    grantorGranteeLastName2: second ? typedName(second, matchMethod) : '',
    andOr: random.pick(['AND', 'OR']),
    matchMethod,
    grantorGranteeSearchIn: random.pick(['BOTH', 'BOTH', 'GRANTORS', 'GRANTEES']),
    documentType: random.pick(['ALL', 'ALL', 'ALL', 'A', 'T']),
    instrumentGroup: random.chance(0.15) ? document.instrument.group : 'ALL',
    fromRecordedDate: random.chance(0.2) ? `01/15/${year - 3}` : '01/01/1800',
    toRecordedDate: random.chance(0.2) ? `12/01/${Math.min(year + 2, 2025)}` : '11/01/2026',
  });
}

function drawnNumberCriteria(): DocumentNumberCriteria {
  const { number, type } = pickDocument();
  const to = random.chance(0.7) ? String(Number(number) + random.pick([0, 10, 200, 3_000])) : '';
  const from = random.chance(0.2) ? `000${number}` : number;
  return documentNumberSearch.schema().parse({
    documentType: random.pick(['ALL', type]),
    fromDocumentNumber: from,
    toDocumentNumber: to,
  });
}

const drawnOrder = () => ({
  sortKey: random.pick(sortKeys.documents),
  sortDirection: random.pick(['ASC', 'DESC'] as const),
});

interface Tally {
  asked: number;
  found: number;
  capped: number;
  wrong: object[];
}

type Order = ReturnType<typeof drawnOrder>;

interface Drawn<C> {
  readonly criteria: C;
  readonly order: Order;
}

/** Keys and total of the answer's bytes; only a row's own key stands before its document type. */
function read(answer: RawJson | { code: string }): { keys: string; total: number } {
  if (!(answer instanceof RawJson)) throw new Error(answer.code);
  const text = answer.body.toString();
  const keys = [...text.matchAll(/"docId":"(\w+)","docType"/g)].map(([, key]) => key);
  return { keys: keys.join(), total: Number(/"totalRecordCount":(\d+)/.exec(text)?.[1]) };
}

/** Asks the service for all of it, four questions at a time, and compares ids, order and total. */
async function compareAll<C>(
  drawn: readonly Drawn<C>[],
  ask: (criteria: C, paging: SearchPaging) => Promise<RawJson | { code: string }>,
  expected: (criteria: C, order: Order) => ReferenceAnswer,
): Promise<Tally> {
  const tally: Tally = { asked: 0, found: 0, capped: 0, wrong: [] };
  const waiting = [...drawn];
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const right = expected(next.criteria, next.order);
      const paging = searchPaging.parse({ ...next.order, pageNumber: -1, updateHistory: false });
      const { keys, total } = read(await ask(next.criteria, paging));
      tally.asked += 1;
      if (right.total > 0) tally.found += 1;
      if (right.total === 1_000) tally.capped += 1;
      if (total !== right.total || keys !== right.keys.join()) {
        tally.wrong.push({
          ...next,
          expected: right.total,
          got: total,
          first: [right.keys[0], keys.slice(0, 20)],
        });
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return tally;
}

test('name searches answer the documents, the order and the total of a plain filter over the rows', async () => {
  const drawn = Array.from({ length: criteriaAmount }, () => ({
    criteria: drawnNameCriteria(),
    order: drawnOrder(),
  }));
  const actor = testActor();
  const tally = await compareAll(
    drawn,
    (criteria, paging) => search.service.byName(criteria, paging, actor),
    (criteria, order) => reference.byName(criteria, order),
  );
  expect(tally.wrong.slice(0, 3)).toEqual([]);
  expect(tally.asked).toBe(criteriaAmount);
  expect(tally.found / tally.asked).toBeGreaterThan(0.7);
  expect(tally.capped / tally.asked).toBeGreaterThan(0.05);
}, 240_000);

test('document number searches answer those of a plain filter too', async () => {
  const drawn = Array.from({ length: numberAmount }, () => ({
    criteria: drawnNumberCriteria(),
    order: drawnOrder(),
  }));
  const tally = await compareAll(
    drawn,
    (criteria, paging) => search.service.byDocumentNumber(criteria, paging, testActor()),
    (criteria, order) => reference.byNumber(criteria, order),
  );
  expect(tally.wrong.slice(0, 3)).toEqual([]);
  expect(tally.asked).toBe(numberAmount);
  expect(tally.found).toBe(numberAmount);
  expect(tally.capped / tally.asked).toBeGreaterThan(0.05);
}, 120_000);
