import { describe, expect, test } from '@jest/globals';
import type { OfficeEntry } from '@portal/proto/rpc/cashier';
import type { Purchase } from '@portal/proto/rpc/purchases';
import type { Transaction } from '@portal/proto/rpc/transactions';
import { officeFacts, officeTable } from '../src/receipts/office-receipt.rules.js';
import { receiptFacts, receiptRemark, receiptTable } from '../src/receipts/receipt.rules.js';
import { totalsTable, transactionTable } from '../src/transactions/transaction-table.rules.js';
import { keysAsText as t } from './listings.js';

const terms = { t, timeZone: 'America/Chicago', username: 'jane.doe' };
const order: Purchase = {
  kind: 'ORDER',
  id: 'abcdef12-3456-4000-8000-000000000001',
  at: '2026-11-21T20:05:00Z',
  userId: 'u-1',
  document: {
    ...{ documentKey: 'A1000001', displayDocNumber: 'A1000001', instrumentDescription: 'WARRANTY DEED' },
  },
  pages: [1, 2, 3],
  alreadyPurchased: [],
  images: null,
  funding: 'ESCROW',
  asset: 'USD',
  charged: 123_456,
  surcharge: 0,
  cardTransaction: null,
  imageStateGuid: null,
  clientReference: '',
};
const deposit: Purchase = {
  ...order,
  ...{ kind: 'DEPOSIT', document: null, pages: [], charged: 10_000, surcharge: 275 },
  ...{ funding: 'CREDIT_CARD', cardTransaction: '6001' },
};
const bundle: Purchase = { ...order, kind: 'BUNDLE', document: null, pages: [], images: 500, charged: 5_000 };

describe('the lines of a receipt', () => {
  const rowsOf = (purchase: Purchase) => receiptTable(purchase, terms).rows;

  test('name the document of an order, its pages and the price', () => {
    expect(rowsOf(order)).toEqual([
      ['receipts:document instrument=WARRANTY DEED number=A1000001', '1-3', 'server:usd amount=1,234.56'],
      ['receipts:total', '', 'server:usd amount=1,234.56'],
    ]);
  });

  test('show the surcharge of a deposit on a separate line, and the total includes it', () => {
    expect(rowsOf(deposit)).toEqual([
      ['receipts:deposit', '', 'server:usd amount=100.00'],
      ['receipts:surcharge', '', 'server:usd amount=2.75'],
      ['receipts:total', '', 'server:usd amount=102.75'],
    ]);
  });

  test('show a surcharge of one cent', () => {
    expect(rowsOf({ ...deposit, surcharge: 1 })[1]?.[2]).toBe('server:usd amount=0.01');
  });

  test('state the number of images in a bundle', () => {
    expect(rowsOf(bundle)[0]?.[0]).toBe('receipts:bundle count=500');
  });

  test('state that a bundle is unlimited', () => {
    expect(rowsOf({ ...bundle, images: null })[0]?.[0]).toBe('receipts:unlimited');
  });

  test('state a number of images, not dollars, for pages paid from a bundle', () => {
    const paid: Purchase = { ...order, funding: 'FLAT_FEE', asset: 'IMG', charged: 3, surcharge: 1 };
    expect(rowsOf(paid).map((row) => row[2])).toEqual([
      'server:images count=3',
      'server:images count=1',
      'server:images count=3',
    ]);
  });

  test('have no name for a document that does not exist', () => {
    expect(rowsOf({ ...order, document: null })[0]?.[0]).toBe('receipts:document instrument= number=');
  });

  test('have headings, and their amounts are aligned as numbers', () => {
    const { columns } = receiptTable(order, terms);
    expect(columns.map(({ heading, figures = false }) => [heading, figures])).toEqual([
      ['receipts:item', false],
      ['receipts:pages', false],
      ['receipts:amount', true],
    ]);
    expect(columns.every(({ share }) => share > 0)).toBe(true);
  });
});

describe('the details of a receipt', () => {
  const factsOf = (purchase: Purchase) =>
    receiptFacts(purchase, terms).map(({ key, value }) => `${key}=${value}`);

  test('are number, date by the county’s clock, buyer and method of payment', () => {
    expect(factsOf(order)).toEqual([
      'receipts:number=ABCDEF12',
      'receipts:date=11/21/2026 2:05 PM',
      'receipts:user=jane.doe',
      'receipts:paid=receipts:funding.ESCROW',
    ]);
  });

  test('include the card’s transaction and the reference if there are any', () => {
    expect(factsOf({ ...deposit, clientReference: 'Smith file' }).slice(3)).toEqual([
      'receipts:paid=receipts:funding.CREDIT_CARD',
      'receipts:cardTransaction=6001',
      'receipts:reference=Smith file',
    ]);
  });
});

test('a receipt states which pages the account had bought before', () => {
  expect(receiptRemark({ ...order, alreadyPurchased: [1, 3] }, terms)).toBe(
    'receipts:alreadyPurchased pages=1, 3',
  );
  expect(receiptRemark({ ...order, alreadyPurchased: [2] }, terms)).toBe('receipts:alreadyPurchased pages=2');
  expect(receiptRemark(order, terms)).toBe('');
});

const payment: OfficeEntry = {
  ...{ id: 'abcdef12-3456-4000-8000-000000000002', account: 'a-1', kind: 'PAYMENT', means: 'CHECK' },
  ...{ amount: 25_000, number: '20498', note: 'Brought to the counter', book: 'ESCROW', state: 'POSTED' },
  ...{ enteredBy: 'u-1', enteredAt: '2026-11-21T20:05:00Z', decidedBy: null, decidedAt: null },
  decisionNote: '',
};
const correction: OfficeEntry = { ...payment, kind: 'CORRECTION', means: null, number: '' };

describe('the line of a receipt of the office', () => {
  test.each([
    ['a payment', payment, ['receipts:office.PAYMENT', 'server:usd amount=250.00']],
    [
      'a refund',
      { ...payment, kind: 'REFUND', amount: -1_050 },
      ['receipts:office.REFUND', 'server:usd amount=10.50'],
    ],
    ['a correction', { ...correction, amount: 5 }, ['receipts:office.CORRECTION', 'server:usd amount=0.05']],
  ] as const)('has no sign before the amount of %s', (_what, entry, row) => {
    expect(officeTable(entry, t).rows).toEqual([row]);
  });

  test('has a minus sign before the dollar sign if a correction takes money from the account', () => {
    expect(officeTable({ ...correction, amount: -5 }, t).rows).toEqual([
      ['receipts:office.CORRECTION', '-server:usd amount=0.05'],
    ]);
  });

  test('has a wide column for the text, and a narrow one for the amount', () => {
    expect(officeTable(payment, t).columns).toEqual([
      { heading: 'receipts:item', share: 80 },
      { heading: 'receipts:amount', share: 20, figures: true },
    ]);
  });
});

describe('the details of a receipt of the office', () => {
  const given = { t, timeZone: 'America/Chicago', account: 'Birch Hollow', clerk: 'lake.deputy' };
  const factsOf = (entry: OfficeEntry) =>
    officeFacts(entry, given).map(({ key, value }) => `${key}=${value}`);

  test('are number, date by the county’s clock, account, clerk, method of payment, check number and note', () => {
    expect(factsOf(payment)).toEqual([
      ...['receipts:number=ABCDEF12', 'receipts:date=11/21/2026 2:05 PM'],
      ...['receipts:account=Birch Hollow', 'receipts:clerk=lake.deputy'],
      ...['receipts:paidBy=receipts:means.CHECK', 'receipts:checkNumber=20498'],
      'receipts:note=Brought to the counter',
    ]);
  });

  test('have the time of the approval, and leave out what the entry does not have', () => {
    const approved = { ...correction, note: '', decidedAt: '2026-11-22T15:00:00Z' };
    expect(factsOf(approved)).toEqual([
      ...['receipts:number=ABCDEF12', 'receipts:date=11/22/2026 9:00 AM'],
      ...['receipts:account=Birch Hollow', 'receipts:clerk=lake.deputy'],
    ]);
  });
});

const transaction = (over: Partial<Transaction> = {}): Transaction => ({
  ...{ id: 't-1', at: '2026-11-21T20:05:00Z', kind: 'IMAGES', user: 'u-1', subject: 'A1000001 DEED' },
  ...{ pages: 3, charged: 400, credited: 0, images: 0 },
  ...over,
});
const named = { t, timeZone: 'America/Chicago', names: new Map([['u-1', 'jane.doe']]) };
const rowOf = (over: Partial<Transaction>) => transactionTable([transaction(over)], named).rows[0];
const headings = (columns: readonly { heading: string; figures?: boolean }[]) =>
  columns.map(({ heading, figures }) => `${heading}${figures ? ' #' : ''}`);

describe('a report of transactions', () => {
  test('has a row for each transaction, with its time by the county’s clock', () => {
    expect(rowOf({})).toEqual([
      ...['11/21/2026 2:05 PM', 'jane.doe', 'reports:transactions.IMAGES', 'A1000001 DEED'],
      ...['3', '$4.00', '', ''],
    ]);
  });

  test('shows a refund with the minus sign before the dollar sign', () => {
    expect(rowOf({ charged: -400 })?.[5]).toBe('-$4.00');
  });

  test('writes one page as 1 and one cent as $0.01', () => {
    expect(rowOf({ charged: 1, pages: 1 })?.slice(4, 6)).toEqual(['1', '$0.01']);
  });

  test('shows income in dollars, and images as a number in groups of three digits', () => {
    expect(rowOf({ credited: 123_456, images: 12_345 })?.slice(6)).toEqual(['$1,234.56', '12,345']);
  });

  test('shows used images with a minus sign', () => {
    expect(rowOf({ images: -3 })?.[7]).toBe('-3');
  });

  test('names the kind of search that was paid for', () => {
    expect(rowOf({ kind: 'SEARCH', subject: 'searchByName' })?.[3]).toBe('search:searchByName.heading');
    expect(rowOf({ kind: 'SEARCH', subject: 'an older search' })?.[3]).toBe('');
  });

  test('names no subject for a deposit', () => {
    expect(rowOf({ kind: 'DEPOSIT', subject: 'x' })?.[3]).toBe('');
  });

  test('names the office if no user acted, and leaves the name empty if the user is unknown', () => {
    expect(rowOf({ user: null })?.[1]).toBe('reports:transactions.office');
    expect(rowOf({ user: 'u-2' })?.[1]).toBe('');
  });

  test('has columns for time, user, kind, subject, and four figures', () => {
    const { columns } = transactionTable([], named);
    expect(headings(columns)).toEqual([
      ...['reports:transactions.when', 'reports:transactions.user', 'reports:transactions.kind'],
      ...['reports:transactions.subject', 'reports:transactions.pages #'],
      ...['reports:transactions.charged #', 'reports:transactions.credited #'],
      'reports:transactions.images #',
    ]);
    expect(columns.every(({ share }) => share > 0)).toBe(true);
  });
});

describe('the totals of a transaction report', () => {
  const some = [
    transaction(),
    transaction({ charged: 600, pages: 1 }),
    transaction({ kind: 'DEPOSIT', charged: 0, pages: 0, credited: 10_000 }),
  ];

  test('have a row for each kind of transaction, and one for all of them', () => {
    expect(totalsTable(some, t).rows).toEqual([
      ['reports:transactions.IMAGES', '2', '4', '$10.00', '', ''],
      ['reports:transactions.DEPOSIT', '1', '', '', '$100.00', ''],
      ['reports:transactions.total', '3', '4', '$10.00', '$100.00', ''],
    ]);
  });

  test('have a single row without figures if there are no transactions', () => {
    expect(totalsTable([], t).rows).toEqual([['reports:transactions.total', '0', '', '', '', '']]);
  });

  test('have numbers in groups of three digits', () => {
    const many = Array.from({ length: 1_234 }, () => transaction());
    expect(totalsTable(many, t).rows.at(-1)?.[1]).toBe('1,234');
  });

  test('have columns for the kind, the count, the pages, the charged and credited amounts, and the images', () => {
    const { columns } = totalsTable([], t);
    expect(headings(columns)).toEqual([
      ...['reports:transactions.kind', 'reports:transactions.count #', 'reports:transactions.pages #'],
      ...['reports:transactions.charged #', 'reports:transactions.credited #'],
      'reports:transactions.images #',
    ]);
    expect(columns.every(({ share }) => share > 0)).toBe(true);
  });
});
