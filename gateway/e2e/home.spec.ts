import { expect, test } from '@jest/globals';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { HomeContent } from '@portal/proto/http/home';
import type { DownloadOrder } from '@portal/proto/http/orders';
import { contentOf, orderOf, Visitor } from './portal.js';

const home = (visitor: Visitor) => contentOf<HomeContent>(visitor.get('home/all'));
const total = ({ transactionTotals }: HomeContent, label: string): string =>
  transactionTotals.rows.find((row) => row.label === label)?.values[0] ?? '';
/**
 * Downloads one page and pays for it.
 * @returns false if the page is free because the account had bought it before
 */
const buyPage = async (visitor: Visitor, key: string): Promise<boolean> => {
  const { imageState, feeSchedule } = await contentOf<DownloadOrder>(
    visitor.post('imaging/computeDownloadOrder', orderOf('1', key)),
  );
  const paid = await visitor.post('imaging/payDownloadOrder', { imageStateGuid: imageState.guid });
  expect(paid.envelope.content).toMatchObject({ status: 'PAID' });
  return feeSchedule.alreadyPurchasedMessage === '';
};

test('A7-10 home/all returns lockout, selections, slides, contact, dates, totals, links and news', async () => {
  const visitor = await Visitor.signedIn('demo.escrow');
  const { envelope } = await visitor.get('home/all');
  expect(envelope).toMatchObject({ ok: true, lockout: false });
  const content = envelope.content as HomeContent;
  expect(content.selections).toMatchObject({ contactUs: true, latestNews: true, links: true });
  expect(content).toMatchObject({ numberOfSlides: 3, disclaimer: 'https://www.lake.example/disclaimer' });
  expect(content.common).toMatchObject({
    contactPhone: '(218) 555-0100',
    contactEmail: 'recorder@lake.example',
  });
  expect(content.notableDates.rows.length).toBeGreaterThan(0);
  expect(content.transactionTotals.headings).toEqual(['today', 'month', 'year']);
  expect(content.links.map(({ heading }) => heading)).not.toContain('Disclaimer');
  // another test may be editing the news, so only the presence of news is checked
  expect(content.latestNews.length).toBeGreaterThan(0);
  const abroad = await home(new Visitor('saipan'));
  expect([abroad.numberOfSlides, abroad.common.contactEmail]).toEqual([1, 'recorder@saipan.example']);
});

test('A7-06 guests and visitors see no transactions, neither in the totals nor in the report', async () => {
  for (const visitor of [new Visitor(), await Visitor.signedIn('guest.user')]) {
    const content = await home(visitor);
    expect([content.selections.transactions, content.transactionTotals]).toEqual([
      false,
      { headings: [], rows: [] },
    ]);
  }
  const guest = await Visitor.signedIn('guest.user');
  expect((await guest.post('home/transactionReport', { reportRange: 'TODAY' })).status).toBe(404);
});

test('a purchase counts in the totals of the buyer, the account and the county, and in no other totals', async () => {
  const [user, account, staff, other] = await Promise.all(
    ['demo.escrow', 'demo.account', 'demo.county', 'demo.invoice'].map((name) => Visitor.signedIn(name)),
  );
  if (!user || !account || !staff || !other) throw new Error('nobody is signed in');
  const seen = [user, account, staff, other];
  const imagesOf = async (): Promise<number[]> =>
    Promise.all(seen.map(async (visitor) => Number(total(await home(visitor), 'images') || 0)));
  const before = await imagesOf();
  const isNew = await buyPage(user, 'A1000003');
  const after = await imagesOf();
  const grown = after.map((count, at) => count - (before[at] ?? 0));
  // no count grows if an earlier run of these tests has bought the page for the account
  expect(grown).toEqual(isNew ? [1, 1, 1, 0] : [0, 0, 0, 0]);
});

test('A7-15 B11-31 the transaction report is a tagged PDF with title and language', async () => {
  const visitor = await Visitor.signedIn('demo.account');
  const reply = await visitor.post('home/transactionReport', { reportType: 'ACCOUNT', reportRange: 'YTD' });
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(reply.headers['cache-control']).toBe('no-store');
  const pdf = await PDFDocument.load(reply.body, { updateMetadata: false });
  expect(pdf.getTitle()).toBe('Transactions – Lake County');
  expect(pdf.catalog.get(PDFName.of('Lang'))?.toString()).toContain('en-US');
});

test('A7-16 a user gets only reports of their own transactions; an account administrator also gets reports of the account', async () => {
  const user = await Visitor.signedIn('demo.escrow');
  const account = await Visitor.signedIn('demo.account');
  const staff = await Visitor.signedIn('demo.county');
  const ask = async (visitor: Visitor, reportType: string) =>
    (await visitor.post('home/transactionReport', { reportType, reportRange: 'TODAY' })).status;
  expect(await ask(user, 'USER')).toBe(200);
  expect(await ask(user, 'ACCOUNT')).toBe(404);
  expect(await ask(account, 'USER')).toBe(200);
  expect(await ask(account, 'ACCOUNT')).toBe(200);
  expect(await ask(staff, 'ACCOUNT')).toBe(404);
  expect(await ask(account, 'EVERYBODY')).toBe(422);
});

test.each([
  ['A7-17', { fromDate: '' }, 'fromDate', 'Required.'],
  ['A7-18', { fromDate: '1/5/2026' }, 'fromDate', 'Enter a date that exists, as MM/DD/YYYY.'],
  ['A7-19', { fromDate: '12/31/2099' }, 'fromDate', 'Future date entered.'],
  ['A7-20', { fromDate: '02/02/2024', toDate: '02/01/2024' }, 'toDate', 'Invalid date range.'],
  ['A7-21', { fromDate: '01/01/2023', toDate: '01/02/2024' }, 'toDate', 'Date range cannot exceed a year.'],
])(
  '%s the transaction report refuses the dates %j, with an error at the field',
  async (_id, dates, field, message) => {
    const visitor = await Visitor.signedIn('demo.escrow');
    const reply = await visitor.post('home/transactionReport', {
      reportRange: 'CUSTOM',
      toDate: '',
      ...dates,
    });
    expect([reply.status, reply.envelope.fields]).toEqual([422, { [field]: message }]);
  },
);
