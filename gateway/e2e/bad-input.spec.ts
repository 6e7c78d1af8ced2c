import { beforeAll, describe, expect, test } from '@jest/globals';
import { everySearch } from '@portal/proto/criteria/every-search';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import { contentOf, Visitor, type AnswerOf, type Reply } from './portal.js';
import { anyDay, searchSamples } from './search-samples.js';

/**
 * Several users, so that no user reaches the limit of requests per minute; none of them has to pay by card for a
 * search.
 */
const people = ['demo.escrow', 'demo.invoice', 'demo.bundles', 'demo.flatfee', 'demo.county'] as const;
let lake: Visitor[];
let saipan: Visitor;
beforeAll(async () => {
  lake = await Promise.all(people.map((username) => Visitor.signedIn(username)));
  saipan = await Visitor.signedIn('demo.invoice', 'saipan');
});

const visitorFor = (type: SearchType): Visitor =>
  (type === 'searchByTractIndexNMI' ? undefined : lake[searchTypes.indexOf(type) % lake.length]) ?? saipan;
const ask = (type: SearchType, body: unknown): Promise<Reply> =>
  visitorFor(type).post(`search/${type}`, body);

/** Lists the fields of a kind of search, each with its value in the sample request or its default. */
const fieldsOf = (type: SearchType): [string, string][] =>
  Object.entries(everySearch[type].fields.parse(searchSamples[type])).map(([name, value]) => [
    name,
    String(value),
  ]);

/** Expects that the server either returns results or marks the wrong fields, and never fails with an internal error. */
const expectAnswer = (asked: unknown, reply: Reply): void => {
  expect({ asked, status: reply.status }).toEqual({ asked, status: reply.status === 422 ? 422 : 200 });
  if (reply.status !== 422) return;
  const { fields, content, message } = reply.envelope;
  expect({ asked, content, message }).toEqual({
    asked,
    content: null,
    message: 'Please check the marked fields.',
  });
  expect(Object.keys(fields ?? {}).length).toBeGreaterThan(0);
  for (const text of Object.values(fields ?? {})) expect(text).not.toMatch(/:|^$/);
};
const expectRefused = (asked: unknown, reply: Reply, field: string): void => {
  expectAnswer(asked, reply);
  expect({ asked, fields: reply.envelope.fields }).toEqual({
    asked,
    fields: expect.objectContaining({ [field]: expect.any(String) }),
  });
};

const harmless = [
  "O'BRIEN",
  '"; DROP TABLE document; --',
  '😀',
  'שלום',
  '\\',
  '_',
  '李',
  '\ud800',
  "' OR ''='",
];
const refused = ['100%', 'a\u0000b', 'a\u001fb', 'x'.repeat(10_000)];
const noText = [7, true, null, ['x'], { x: 1 }];

describe.each(searchTypes)('%s', (type) => {
  test('S26 refuses percent signs, control characters and 10,000 letters in each field, and names the field', async () => {
    for (const [name] of fieldsOf(type)) {
      for (const text of refused) {
        const reply = await ask(type, { ...searchSamples[type], [name]: text });
        expectRefused([name, text.slice(0, 10)], reply, name);
      }
    }
  });

  test('S26 treats quotes, emoji and letters of any script as plain text', async () => {
    for (const [name] of fieldsOf(type)) {
      for (const text of harmless)
        expectAnswer([name, text], await ask(type, { ...searchSamples[type], [name]: text }));
    }
  });

  test('refuses a value that is not text, and names its field', async () => {
    for (const [name] of fieldsOf(type)) {
      for (const value of noText)
        expectRefused([name, value], await ask(type, { ...searchSamples[type], [name]: value }), name);
    }
  });

  test.each([
    ['sortKey', ['price', '', 'id; DROP TABLE document', null]],
    ['sortDirection', ['asc', 'UP']],
    ['pageNumber', [0, 11, -2, 1.5, '1']],
    ['batch', [0, 5, '2']],
    ['timestamp', ['x', 'x.y.z', 'A'.repeat(601), 7]],
    ['updateHistory', ['yes']],
  ])('refuses an invalid %s', async (name, values) => {
    for (const value of values) {
      const reply = await ask(type, { ...searchSamples[type], [name]: value });
      if (name !== 'timestamp' || typeof value !== 'string' || value.length > 600)
        expectRefused([name, value], reply, name);
      else expect([value, reply.status, reply.envelope.content]).toEqual([value, 422, null]);
    }
  });

  test('refuses the timestamp (search id) of another user', async () => {
    const visitor = visitorFor(type);
    const { timestamp } = await contentOf<AnswerOf<'documents'>>(
      visitor.post(`search/${type}`, searchSamples[type]),
    );
    const county = visitor === saipan ? 'saipan' : 'lake';
    const other = await Visitor.signedIn('demo.trimin', county);
    const reply = await other.post(`search/${type}`, { ...searchSamples[type], timestamp, batch: 2 });
    expect([reply.status, reply.envelope.content]).toEqual([422, null]);
  });

  test('refuses a body that is not an object', async () => {
    for (const body of ['[]', '7', '"x"', '{', 'null', '{"a":'])
      expect([body, (await ask(type, body)).status]).toEqual([body, 422]);
  });
});

const dated = searchTypes.filter((type) => 'fromRecordedDate' in searchSamples[type]);
test.each(dated)(
  '%s reports a date that does not exist, is in the future, or contradicts the other end of the range',
  async (type) => {
    const fields = async (dates: object): Promise<string[]> => {
      const reply = await ask(type, { ...searchSamples[type], ...dates });
      expectAnswer(dates, reply);
      return Object.keys(reply.envelope.fields ?? {});
    };
    for (const date of [
      '02/30/2020',
      '1/5/2020',
      '2020-01-05',
      '01/01/2999',
      '00/00/0000',
      '',
      'yesterday',
    ]) {
      expect([date, await fields({ ...anyDay, toRecordedDate: date })]).toEqual([
        date,
        expect.arrayContaining(['toRecordedDate']),
      ]);
      expect([date, await fields({ ...anyDay, fromRecordedDate: date })]).toEqual([
        date,
        expect.arrayContaining(['fromRecordedDate']),
      ]);
    }
    const reversed = { fromRecordedDate: '11/01/2025', toRecordedDate: '10/01/2025' };
    expect((await fields(reversed)).some((name) => name.endsWith('RecordedDate'))).toBe(true);
  },
);

test('impossible document numbers, books and sections, and reversed ranges of numbers, are refused or find nothing', async () => {
  const reversed = await ask('searchByDocumentNumber', { fromDocumentNumber: '9', toDocumentNumber: '1' });
  expectAnswer('reversed', reversed);
  expect(reversed.status).toBe(422);
  for (const criteria of [
    { fromDocumentNumber: '9'.repeat(40) },
    { fromDocumentNumber: '1', toDocumentNumber: '9'.repeat(40) },
    { fromDocumentNumber: '-1' },
    { fromDocumentNumber: '1e9' },
  ])
    expectAnswer(criteria, await ask('searchByDocumentNumber', criteria));
  for (const book of ['0', '-1', '99999999999', '1e5', 'ZZ'])
    expectAnswer(book, await ask('searchByBookAndPage', { book, page: book }));
  for (const section of ['0', '37', '9999999999'])
    expectAnswer(
      section,
      await ask('searchByLegalDescription', { ...searchSamples.searchByLegalDescription, section }),
    );
});
