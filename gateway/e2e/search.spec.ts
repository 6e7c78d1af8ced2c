import { expect, test } from '@jest/globals';
import type { CurrentUser } from '@portal/proto/http/session';
import type { DocumentResult } from '@portal/proto/http/search-results';
import { role, roles } from '@portal/proto/roles';
import { contentOf, deed, Visitor, type AnswerOf } from './portal.js';

const common = {
  grantorGranteeLastName1: 'anderson',
  fromRecordedDate: '01/01/1890',
  toRecordedDate: '11/01/2026',
};

const search = (visitor: Visitor, over: object = {}) =>
  contentOf<AnswerOf<'documents'>>(visitor.post('search/searchByName', { ...common, ...over }));

const keysOf = ({ searchResults }: AnswerOf<'documents'>): string[] =>
  searchResults.searchResultList.map(({ docId }) => docId);

test.each([
  ['B2-10', 'searchByName', common],
  ['B2-08', 'searchByDocumentNumber', { fromDocumentNumber: '1000001', toDocumentNumber: '1000060' }],
])(
  '%s B2-03 B2-04 %s returns results, history, balance, the amount due, the timestamp, message and status',
  async (_id, path, criteria) => {
    const visitor = await Visitor.signedIn('demo.escrow');
    const answer = await contentOf<AnswerOf<'documents'>>(visitor.post(`search/${path}`, criteria));
    expect(answer).toEqual({
      searchResults: {
        searchResultList: expect.any(Array),
        totalRecordCount: expect.any(Number),
        currentRecordCount: 25,
      },
      historyResults: { searchHistoryList: expect.any(Array) },
      usageBalance: expect.stringMatching(/^\$/),
      paymentNeeded: false,
      paymentNeededAgain: false,
      timestamp: expect.any(String),
      message: expect.any(String),
      status: expect.any(String),
    });
    expect(answer.searchResults.totalRecordCount).toBeGreaterThan(25);
    expect(answer.historyResults.searchHistoryList[0]).toMatchObject({
      type: path,
      index: 1,
      link: `search/${path}`,
    });
  },
);

test('A12-43 B2-25 results come in batches of 25 under one timestamp (search id), four batches to a page', async () => {
  const visitor = await Visitor.signedIn('demo.escrow');
  const first = await search(visitor);
  const { timestamp } = first;
  const batches = [first];
  for (const batch of [2, 3, 4])
    batches.push(await search(visitor, { timestamp, batch, updateHistory: false }));
  expect(new Set(batches.map((answer) => answer.timestamp))).toEqual(new Set([timestamp]));
  expect(batches.map(({ searchResults }) => searchResults.currentRecordCount)).toEqual([25, 25, 25, 25]);
  expect(new Set(batches.flatMap(keysOf)).size).toBe(100);
});

test('B2-35 B2-36 a page change returns the next results and the balance, and sorts as requested', async () => {
  const visitor = await Visitor.signedIn('demo.escrow');
  const first = await search(visitor);
  const next = await search(visitor, { pageNumber: 2, timestamp: first.timestamp, updateHistory: false });
  expect(next.searchResults.totalRecordCount).toBe(first.searchResults.totalRecordCount);
  expect(next.usageBalance).toMatch(/^\$/);
  expect(keysOf(next).filter((key) => keysOf(first).includes(key))).toEqual([]);
  const [newest] = (await search(visitor, { sortKey: 'recordedDate', sortDirection: 'DESC' })).searchResults
    .searchResultList;
  const [oldest] = (await search(visitor, { sortKey: 'recordedDate' })).searchResults.searchResultList;
  const year = (row: DocumentResult | undefined): number => Number(row?.recordedDate.slice(6));
  expect(year(newest)).toBeGreaterThan(year(oldest));
});

test('a timestamp (search id) that is forged or belongs to another user is refused', async () => {
  const visitor = await Visitor.signedIn('demo.escrow');
  const { timestamp } = await search(visitor);
  const other = await Visitor.signedIn('demo.invoice');
  for (const [asker, stamp] of [
    [other, timestamp],
    [visitor, `${timestamp.slice(0, -3)}abc`],
    [visitor, 'x'],
  ] as const) {
    const reply = await asker.post('search/searchByName', { ...common, timestamp: stamp, batch: 2 });
    expect(reply.status).toBe(422);
    expect(reply.envelope).toMatchObject({ ok: false, content: null });
  }
});

test('B2-42 B2-43 B2-44 details have references, legal descriptions, more information and labeled values in the fields of the specification', async () => {
  const visitor = await Visitor.signedIn('demo.escrow');
  const rows = (await search(visitor)).searchResults.searchResultList;
  const withReference = rows.find(({ referenceCount = 0 }) => referenceCount > 0)?.docId ?? '';
  const details = await contentOf<DocumentResult>(
    visitor.post('search/documentDetails', { docId: withReference }),
  );
  for (const reference of details.referenceDocumentSearchResults) {
    expect(Object.keys(reference).sort()).toEqual([
      'displayDocNumber',
      'docId',
      'docNumber',
      'docType',
      'instrumentDescription',
      'recordedAmPm',
      'recordedDate',
      'recordedTime',
    ]);
  }
  expect(details.referenceDocumentSearchResults.length).toBeGreaterThan(0);
  const whole = await contentOf<DocumentResult>(visitor.post('search/documentDetails', { docId: deed.key }));
  expect(Object.keys(whole.legalSearchResults[0] ?? {}).sort()).toEqual(['comment', 'description', 'docId']);
  expect(whole.torrensSearchResults).toEqual([]);
  expect(whole.additionalInfoSearchResults).toContainEqual({ label: 'Parcel ID', value: expect.any(String) });
  expect(whole.displayOnlySearchResults).toContainEqual({ label: 'Pages', value: '12' });
});

test('A12-31 C0-05 a user of each kind of account signs in and gets the type and payment method of the account', async () => {
  const kinds = await Promise.all(
    ['demo.escrow', 'demo.invoice', 'demo.credit', 'demo.flatfee'].map(async (username) => {
      const visitor = await Visitor.signedIn(username);
      const { accountType, paymentMethod } = await contentOf<CurrentUser>(
        visitor.get('currentUser/loginStatus'),
      );
      return [username, accountType, paymentMethod];
    }),
  );
  expect(kinds).toEqual([
    ['demo.escrow', 'A_LA_CARTE', 'ESCROW'],
    ['demo.invoice', 'A_LA_CARTE', 'INVOICE'],
    ['demo.credit', 'A_LA_CARTE', 'CREDIT_CARD'],
    ['demo.flatfee', 'FLAT_FEE', expect.any(String)],
  ]);
});

test('A12-32 C0-01 there are exactly five roles, and a user of each role can sign in', async () => {
  const names = ['demo.trimin', 'demo.county', 'demo.account', 'demo.escrow', 'guest.user'];
  const signedIn = await Promise.all(
    names.map(async (username) => {
      const visitor = await Visitor.signedIn(username);
      return (await contentOf<CurrentUser>(visitor.get('currentUser/loginStatus'))).role;
    }),
  );
  expect(signedIn).toEqual(['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST']);
  expect(role.safeParse('CLERK').success).toBe(false);
  expect([...roles].sort()).toEqual([...signedIn].sort());
});

test('A12-45 the product reports its version', async () => {
  const { envelope } = await new Visitor().get('helperdata/productVersions');
  expect(JSON.stringify(envelope.content)).toContain('"version":"5.2.15"');
});
