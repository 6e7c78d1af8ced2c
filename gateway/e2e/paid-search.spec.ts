import { describe, expect, test } from '@jest/globals';
import type { AuthorizationAnswer, CardFrame } from '@portal/proto/http/card-payments';
import type { CurrentUser } from '@portal/proto/http/session';
import { cards, payByCard } from './card-sandbox.js';
import { contentOf, deed, Visitor, type AnswerOf } from './portal.js';

/**
 * The criteria of a search by document number. In the demo, users who pay by card pay 2.00 for a search by name, 1.00
 * for any other search and 0.50 for details; 10.00 are authorized at a time.
 */
const byNumber = (fromDocumentNumber: string, toDocumentNumber = '') => ({
  ...{ documentType: 'ALL', fromDocumentNumber, toDocumentNumber },
});
/** Criteria that find more than a page of documents. */
const many = byNumber('1000001', '9999999');

const search = (visitor: Visitor, criteria: object, paging: object = {}) =>
  contentOf<AnswerOf<'documents'>>(visitor.post('search/searchByDocumentNumber', { ...criteria, ...paging }));
const details = (visitor: Visitor, docId: string) =>
  contentOf<Record<string, unknown>>(visitor.post('search/documentDetails', { docId }));

const authorize = async (visitor: Visitor, card = cards.good): Promise<AuthorizationAnswer> => {
  const { attemptId, token } = await contentOf<CardFrame>(visitor.post('creditcard/authorize'));
  const transactionResponse = await payByCard(token, card);
  return contentOf(visitor.post('creditcard/authorizationResponse', { attemptId, transactionResponse }));
};

describe('a user who pays for searches by card', () => {
  test('B9-01 authorizes a card first, pays for each search once, and authorizes again when the amount is used up', async () => {
    const visitor = await Visitor.signedIn('demo.credit', 'saipan');
    const before = await search(visitor, many);
    expect(before).toMatchObject({
      ...{ paymentNeeded: true, paymentNeededAgain: false, timestamp: '', usageBalance: '' },
      searchResults: { searchResultList: [], totalRecordCount: 0 },
    });
    expect(await details(visitor, deed.key)).toEqual({
      ...{ docId: '0', paymentNeeded: true, paymentNeededAgain: false },
    });
    expect(await authorize(visitor)).toMatchObject({ authorizationOkay: true, status: 'OK' });

    const found = await search(visitor, many);
    expect(found).toMatchObject({ paymentNeeded: false, usageBalance: '$9.00' });
    expect(found.searchResults.searchResultList).toHaveLength(25);
    const { timestamp } = found;
    for (const part of [{ batch: 2 }, { pageNumber: 2 }, { pageNumber: 2, batch: 4 }]) {
      const page = await search(visitor, many, { ...part, timestamp, updateHistory: false });
      expect(page).toMatchObject({ usageBalance: '$9.00', searchResults: { currentRecordCount: 25 } });
    }
    expect(await search(visitor, many, { sortKey: 'recordedDate' })).toMatchObject({ usageBalance: '$9.00' });
    const file = await visitor.post('search/searchByDocumentNumberPrint', { ...many, format: 'PDF' });
    expect(file.headers['content-type']).toBe('application/pdf');
    await details(visitor, deed.key);
    expect(await details(visitor, deed.key)).toMatchObject({ docId: deed.key });

    // after eight more searches 0.50 is left, which is not enough for a ninth
    for (let number = 1_000_001; number <= 1_000_008; number += 1) {
      expect((await search(visitor, byNumber(String(number)))).searchResults.totalRecordCount).toBe(1);
    }
    const again = await search(visitor, byNumber('1000009'));
    expect(again).toMatchObject({ paymentNeeded: false, paymentNeededAgain: true, usageBalance: '$0.50' });
    expect(again.searchResults).toMatchObject({ searchResultList: [], totalRecordCount: 0 });
    expect(await authorize(visitor)).toMatchObject({ authorizationOkay: true });
    expect(await search(visitor, byNumber('1000009'))).toMatchObject({ usageBalance: '$9.00' });
  });

  test('pays nothing for a search that finds nothing, and cannot print unpaid results', async () => {
    const visitor = await Visitor.signedIn('demo.credit', 'saipan');
    expect(await search(visitor, byNumber('99999999'))).toMatchObject({
      ...{ paymentNeeded: false, searchResults: { totalRecordCount: 0 } },
    });
    const file = await visitor.post('search/searchByDocumentNumberPrint', { ...many, pageNumber: -1 });
    expect(file.headers['content-type']).toMatch(/^application\/json/);
    expect(file.envelope).toMatchObject({ ok: false, message: expect.stringContaining('authorize a card') });
    for (const path of ['search/legalDescriptionDetails', 'gis/getLinks']) {
      expect((await visitor.post(path, { id: deed.key })).envelope.ok).toBe(false);
    }
  });

  test("cannot spend another session's authorization", async () => {
    const [one, other] = [
      await Visitor.signedIn('demo.credit', 'saipan'),
      await Visitor.signedIn('demo.credit', 'saipan'),
    ];
    await authorize(one);
    expect(await search(one, many)).toMatchObject({ paymentNeeded: false });
    expect(await search(other, many)).toMatchObject({ paymentNeeded: true });
  });

  test('B9-03 gets the same open card page, however often a search asks for one', async () => {
    const visitor = await Visitor.signedIn('demo.credit', 'saipan');
    const first = await contentOf<CardFrame>(visitor.post('creditcard/authorize'));
    expect(first).toMatchObject({ token: expect.stringMatching(/./), amount: '$10.00', surcharge: '' });
    for (let times = 0; times < 7; times += 1) {
      expect(await contentOf<CardFrame>(visitor.post('creditcard/authorize'))).toEqual(first);
    }
    await visitor.post('auth/logout');
  });

  test('A2-20 gets a price list, which no other user gets; every user is offered only the account that the user belongs to', async () => {
    const userOf = async (username: string) => {
      const visitor = await Visitor.signedIn(username, 'saipan');
      return contentOf<CurrentUser>(visitor.get('currentUser/loginStatus'));
    };
    const only = (name: string) => [{ code: expect.stringMatching(/^[0-9a-f-]{36}$/), description: name }];
    const payer = await userOf('demo.credit');
    expect(payer.allowableAccounts).toEqual(only('Demo Credit Card'));
    expect(payer.creditCardSearchRates).toEqual(
      expect.arrayContaining([
        { code: 'searchByName', description: '$2.00' },
        { code: 'searchByTractIndexNMI', description: '$1.00' },
        { code: 'documentDetails', description: '$0.50' },
      ]),
    );
    const others = [
      ['demo.escrow', only('Demo Escrow')],
      ['demo.flatfee', only('Demo Flat Fee')],
      ['guest.user', only('Guests')],
      ['demo.county', []],
    ] as const;
    for (const [username, allowableAccounts] of others)
      expect(await userOf(username)).toMatchObject({
        username,
        allowableAccounts,
        creditCardSearchRates: [],
      });
  });
});

test('B9-02 users who do not pay for searches by card can search without a card', async () => {
  for (const username of ['demo.escrow', 'demo.invoice', 'demo.flatfee', 'demo.trimin', 'guest.user']) {
    const found = await search(await Visitor.signedIn(username, 'saipan'), many);
    expect(found).toMatchObject({ paymentNeeded: false, paymentNeededAgain: false });
    expect(found.searchResults.searchResultList).toHaveLength(25);
  }
});
