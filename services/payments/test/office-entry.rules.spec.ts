import { describe, expect, test } from '@jest/globals';
import type { AccountTerms } from '@portal/proto/rpc/actor';
import {
  bookOf,
  endsWithDebt,
  faultsOf,
  hashOf,
  needsSecondPerson,
  officeLines,
  settlesDebt,
  subjectOf,
  type NewOfficeEntry,
} from '../src/cashier/office-entry.rules.js';
import { chart } from './chart.js';

const entry = (over: Partial<NewOfficeEntry> = {}): NewOfficeEntry => ({
  ...{ id: '11111111-1111-4111-8111-111111111111', account: '22222222-2222-4222-8222-222222222222' },
  ...{ kind: 'PAYMENT', means: 'CHECK', amount: 12_500, number: '4711', note: 'for May', pays: 'BALANCE' },
  ...over,
});
const payingBy = (paymentMethod: AccountTerms['paymentMethod']): AccountTerms => ({
  ...{ accountType: 'A_LA_CARTE', paymentMethod, userReload: false },
  ...{ imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT' },
  ...{ imageRetrieval: true, previewRetrieval: true },
  ...{ certificateRetrieval: true, certificatePreviewRetrieval: true },
});

describe('the hash of an entry', () => {
  const hash = (over: Partial<NewOfficeEntry> = {}): string => hashOf(entry(over)).toString('hex');

  test('is the same SHA-256 in every version of the portal', () => {
    expect(hash()).toBe('574c0c337679939e43c4b9ea854bcb6617be6d610a1e5ff415a32157042ed310');
  });

  test('does not depend on the id of the entry', () => {
    expect(hash({ id: '33333333-3333-4333-8333-333333333333' })).toBe(hash());
  });

  test.each<[string, Partial<NewOfficeEntry>]>([
    ['account', { account: '33333333-3333-4333-8333-333333333333' }],
    ['kind', { kind: 'REFUND' }],
    ['method of payment', { means: 'TRANSFER' }],
    ['amount', { amount: 12_501 }],
    ['number', { number: '4712' }],
    ['note', { note: 'for June' }],
    ['balance', { pays: 'INVOICES' }],
  ])('is different for an entry with another %s', (_what, over) => {
    expect(hash(over)).not.toBe(hash());
  });
});

describe('the balance that an entry changes', () => {
  test.each([
    ['INVOICE', 'PAYMENT', 'BALANCE', 'INVOICE'],
    ['INVOICE', 'REFUND', 'BALANCE', 'INVOICE'],
    ['INVOICE', 'CORRECTION', 'BALANCE', 'INVOICE'],
    ['ESCROW', 'PAYMENT', 'BALANCE', 'ESCROW'],
    ['ESCROW', 'REFUND', 'BALANCE', 'ESCROW'],
    ['ESCROW', 'CORRECTION', 'BALANCE', 'ESCROW'],
    ['ESCROW', 'PAYMENT', 'INVOICES', 'INVOICE'],
    ['ESCROW', 'REFUND', 'INVOICES', 'ESCROW'],
    ['CREDIT_CARD', 'REFUND', 'BALANCE', 'ESCROW'],
    ['CREDIT_CARD', 'CORRECTION', 'BALANCE', 'ESCROW'],
    ['CREDIT_CARD', 'PAYMENT', 'INVOICES', 'INVOICE'],
  ] as const)(
    'is chosen by the payment method %s of the account, the kind %s and the choice %s of the clerk: %s',
    (method, kind, pays, book) => {
      expect(bookOf(payingBy(method), entry({ kind, pays }))).toBe(book);
    },
  );

  test('does not exist for a payment of an account that pays by card', () => {
    expect(bookOf(payingBy('CREDIT_CARD'), entry())).toBeUndefined();
  });
});

describe('the debt of an account that no longer pays by invoice', () => {
  test.each([
    ['ESCROW', 'PAYMENT', 'INVOICES', true],
    ['ESCROW', 'CORRECTION', 'INVOICES', true],
    ['CREDIT_CARD', 'PAYMENT', 'INVOICES', true],
    ['ESCROW', 'REFUND', 'INVOICES', false],
    ['ESCROW', 'PAYMENT', 'BALANCE', false],
    ['INVOICE', 'PAYMENT', 'INVOICES', false],
  ] as const)(
    'limits an entry only if the entry pays or corrects the invoices: account by %s, %s for %s: %s',
    (method, kind, pays, limits) => {
      expect(settlesDebt(payingBy(method), entry({ kind, pays }))).toBe(limits);
    },
  );

  test.each([
    ['ESCROW', 'INVOICE', true],
    ['CREDIT_CARD', 'INVOICE', true],
    ['INVOICE', 'INVOICE', false],
    ['ESCROW', 'ESCROW', false],
  ] as const)(
    'limits a decided correction only if its balance is the invoices: account by %s, balance %s: %s',
    (method, book, limits) => {
      expect(endsWithDebt(payingBy(method), book)).toBe(limits);
    },
  );
});

describe('the faults of an entry', () => {
  const correction = { kind: 'CORRECTION', means: null, number: '' } as const;

  test.each<[string, Partial<NewOfficeEntry>]>([
    ['a payment of one cent by check', { amount: 1 }],
    ['a payment in cash without a number', { means: 'CASH', number: '' }],
    ['a payment without a note', { note: '' }],
    ['a refund that takes one cent', { kind: 'REFUND', amount: -1 }],
    ['a correction that adds a cent', { ...correction, amount: 1 }],
    ['a correction that takes a cent', { ...correction, amount: -1 }],
  ])('are none for %s', (_what, over) => {
    expect(faultsOf(entry(over))).toEqual({});
  });

  test.each<[string, Partial<NewOfficeEntry>, Record<string, string>]>([
    ['a payment of nothing', { amount: 0 }, { amount: 'cashier:notZero' }],
    ['a payment below zero', { amount: -1 }, { amount: 'cashier:aboveZero' }],
    ['a refund of nothing', { kind: 'REFUND', amount: 0 }, { amount: 'cashier:notZero' }],
    ['a refund that adds money', { kind: 'REFUND', amount: 1 }, { amount: 'cashier:aboveZero' }],
    ['a correction of nothing', { ...correction, amount: 0 }, { amount: 'cashier:notZero' }],
    ['a payment without a method', { means: null }, { means: 'forms:required' }],
    ['a check without a number', { number: '' }, { number: 'forms:required' }],
    ['a transfer with a blank number', { means: 'TRANSFER', number: '  ' }, { number: 'forms:required' }],
    ['a correction by check', { ...correction, means: 'CHECK' }, { means: 'forms:required' }],
    ['a correction without a reason', { ...correction, note: '' }, { note: 'forms:required' }],
    ['a correction with a blank reason', { ...correction, note: ' ' }, { note: 'forms:required' }],
  ])('name the field of %s', (_what, over, faults) => {
    expect(faultsOf(entry(over))).toEqual(faults);
  });

  test('are reported together', () => {
    expect(faultsOf(entry({ amount: 0, means: null, number: '' }))).toEqual({
      ...{ amount: 'cashier:notZero', means: 'forms:required', number: 'forms:required' },
    });
  });
});

test.each([
  ['CORRECTION', 5_000, false],
  ['CORRECTION', 5_001, true],
  ['CORRECTION', -5_000, false],
  ['CORRECTION', -5_001, true],
  ['PAYMENT', 5_001, false],
  ['REFUND', -5_001, false],
] as const)(
  'only a correction above the limit of 5000 cents, in either direction, needs a second person: %s of %i cents: %s',
  (kind, amount, needs) => {
    expect(needsSecondPerson(entry({ kind, amount }), 5_000)).toBe(needs);
  },
);

describe('the ledger lines of an entry', () => {
  const lines = (kind: NewOfficeEntry['kind'], book: 'ESCROW' | 'INVOICE', amount: number): string[] =>
    chart(officeLines({ kind, book, account: 'A', amount }));

  test('post a payment or a refund against the money of the office', () => {
    expect(lines('PAYMENT', 'ESCROW', 700)).toEqual(['office_money::USD -700', 'escrow:A:USD 700']);
    expect(lines('REFUND', 'ESCROW', -700)).toEqual(['office_money::USD 700', 'escrow:A:USD -700']);
  });

  test('post a correction against the corrections of the office', () => {
    expect(lines('CORRECTION', 'ESCROW', -5)).toEqual(['office_corrections::USD 5', 'escrow:A:USD -5']);
  });

  test('reduce the debt on invoices if the entry changes the invoices', () => {
    expect(lines('PAYMENT', 'INVOICE', 700)).toEqual(['office_money::USD -700', 'ar_invoice:A:USD 700']);
  });
});

test.each([
  ['both', '4711', 'for May', '4711, for May'],
  ['only the number', '4711', '', '4711'],
  ['only the note', '', 'for May', 'for May'],
  ['nothing', '', '', ''],
])(
  'the statement of an account shows number and note of an entry that has %s',
  (_what, number, note, text) => {
    expect(subjectOf({ number, note })).toBe(text);
  },
);
