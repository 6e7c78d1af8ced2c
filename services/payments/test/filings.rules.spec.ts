import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { sectionDefaults } from '@portal/proto/config/sections';
import type { Actor } from '@portal/proto/rpc/actor';
import type { FilingCharge } from '../src/filing-charges/filing-charge.repository.js';
import { isCarried, isReplaced, isToPayByCard } from '../src/filings/filing-correction.rules.js';
import { filingFundingOf, filingPriceOf } from '../src/filings/filing-price.rules.js';
import {
  filingLines,
  filingPaymentLines,
  filingRefundLines,
  filingReturnLines,
  type FilingFee,
} from '../src/ledger/efile-entries.rules.js';
import { chart } from './chart.js';

const payingBy = (paymentMethod: 'ESCROW' | 'INVOICE' | 'CREDIT_CARD', over: Partial<Actor> = {}): Actor => {
  const actor = testActor(over);
  return { ...actor, terms: actor.terms && { ...actor.terms, accountType: 'FLAT_FEE', paymentMethod } };
};

describe('a filing is paid', () => {
  test.each(['ESCROW', 'INVOICE', 'CREDIT_CARD'] as const)(
    'by the payment method %s of the account, even if the account has bundles of images',
    (method) => {
      expect(filingFundingOf(payingBy(method))).toBe(method);
      expect(filingFundingOf(payingBy(method, { role: 'ACCOUNT' }))).toBe(method);
    },
  );

  test.each(['COUNTY', 'TRIMIN'] as const)('by nobody if the role of the sender is %s', (role) => {
    expect(filingFundingOf(payingBy('ESCROW', { role }))).toBe('FREE');
  });

  test.each<[string, Actor]>([
    ['a guest', testActor({ role: 'GUEST' })],
    ['a service of the portal', testActor({ role: 'SYSTEM' })],
    ['a user without an account', testActor({ account: null })],
    ['a user whose account has no terms', testActor({ terms: null })],
  ])('in no way if the sender is %s, who may not e-file', (_who, actor) => {
    expect(filingFundingOf(actor)).toBeUndefined();
  });
});

describe('the fee of a filing', () => {
  const fees = {
    ...sectionDefaults('efileFees'),
    ...{ landRecordFirstPage: 1_000, landRecordAdditionalPages: 100, landRecordSurcharge: 10 },
    ...{ mapFirstPage: 2_000, mapAdditionalPages: 200, mapSurcharge: 20 },
    ...{ marriageFirstPage: 3_000, marriageAdditionalPages: 300, marriageSurcharge: 30 },
    ...{ ucc1FirstPage: 4_000, ucc1AdditionalPages: 400, ucc1Surcharge: 40 },
    ...{ ucc2FirstPage: 5_000, ucc2AdditionalPages: 500, ucc2Surcharge: 50 },
  };
  const cards = sectionDefaults('creditCardExtra');
  /** A fee of 5 % for paying by card. */
  const dear = { ...cards, applySurcharge: true, surchargeMethod: 'percent', surchargePercent: 500 } as const;
  const deed = { efileType: 'LR', pages: 3, funding: 'ESCROW' } as const;

  test.each([
    ['LR', { first: 1_000n, additional: 200n, surcharge: 10n, total: 1_210n }],
    ['MAP', { first: 2_000n, additional: 400n, surcharge: 20n, total: 2_420n }],
    ['MAR', { first: 3_000n, additional: 600n, surcharge: 30n, total: 3_630n }],
    ['UCC1', { first: 4_000n, additional: 800n, surcharge: 40n, total: 4_840n }],
    ['UCC2', { first: 5_000n, additional: 1_000n, surcharge: 50n, total: 6_050n }],
  ] as const)('is the county’s fee for a document of three pages of the kind %s', (efileType, price) => {
    expect(filingPriceOf(fees, cards, { ...deed, efileType })).toEqual(price);
  });

  test('has nothing for additional pages if the document has one page', () => {
    expect(filingPriceOf(fees, cards, { ...deed, pages: 1 })).toEqual({
      ...{ first: 1_000n, additional: 0n, surcharge: 10n, total: 1_010n },
    });
  });

  test('is nothing for staff', () => {
    expect(filingPriceOf(fees, dear, { ...deed, funding: 'FREE' })).toEqual({
      ...{ first: 0n, additional: 0n, surcharge: 0n, total: 0n },
    });
  });

  test('includes, in its surcharge, the fee for paying by card, which is a percentage of all other parts', () => {
    // 5 % of 1210 cents are 60.5 cents
    expect(filingPriceOf(fees, dear, { ...deed, funding: 'CREDIT_CARD' })).toEqual({
      ...{ first: 1_000n, additional: 200n, surcharge: 71n, total: 1_271n },
    });
  });

  test.each(['ESCROW', 'INVOICE'] as const)('has no fee for paying by card if %s pays', (funding) => {
    expect(filingPriceOf(fees, dear, { ...deed, funding }).total).toBe(1_210n);
  });
});

const charge = (over: Partial<FilingCharge> = {}): FilingCharge => ({
  ...{ id: 'filing-2', userId: 'user-1', accountId: 'account-1', sessionId: 'session-2' },
  ...{ funding: 'CREDIT_CARD', efileType: 'LR', pages: 3, chargeWhen: 'RECORDED', state: 'PRICED' },
  ...{ first: 1_000n, additional: 200n, surcharge: 10n, total: 1_210n, attemptId: null, decidedAt: null },
  ...{ refusedSending: null, refusal: null, correlationId: 'c', createdAt: new Date('2026-11-20T15:00:00Z') },
  ...over,
});
const sentBack = (over: Partial<FilingCharge> = {}): FilingCharge =>
  charge({ id: 'filing-1', sessionId: 'session-1', state: 'HELD', attemptId: 'attempt-1', ...over });

describe('the fee of a correction', () => {
  test.each(['HELD', 'TAKEN'] as const)('replaces an earlier fee that is %s and not decided', (state) => {
    expect(isReplaced(sentBack({ state }), charge())).toBe(true);
  });

  test.each<[string, FilingCharge | undefined]>([
    ['that does not exist', undefined],
    ['of the same filing', sentBack({ id: 'filing-2' })],
    ['of another user', sentBack({ userId: 'user-2' })],
    ['of another account', sentBack({ accountId: 'account-2' })],
    ['that was only shown', sentBack({ state: 'PRICED' })],
    ['that was given back', sentBack({ state: 'RELEASED' })],
    ['of a recorded document', sentBack({ state: 'TAKEN', decidedAt: new Date('2026-11-21T15:00:00Z') })],
  ])('does not replace a fee %s', (_which, earlier) => {
    expect(isReplaced(earlier, charge())).toBe(false);
  });

  test('is paid by the earlier card payment if both fees are equal', () => {
    expect(isCarried(sentBack(), charge())).toBe(true);
  });

  test.each<[string, FilingCharge, FilingCharge]>([
    ['the correction is cheaper', sentBack(), charge({ total: 1_209n })],
    ['the correction costs more', sentBack(), charge({ total: 1_211n })],
    ['no card paid for the earlier filing', sentBack({ attemptId: null }), charge()],
    ['another card paid for the correction', sentBack(), charge({ attemptId: 'attempt-2' })],
    ['escrow pays for the correction', sentBack(), charge({ funding: 'ESCROW' })],
  ])('is not paid by the earlier card payment if %s', (_why, earlier, correction) => {
    expect(isCarried(earlier, correction)).toBe(false);
  });
});

test.each<[string, Partial<FilingCharge>, boolean]>([
  ['a fee that no card has paid yet', {}, true],
  ['a fee of one cent', { total: 1n }, true],
  ['no fee', { total: 0n }, false],
  ['a fee that a card has paid', { attemptId: 'attempt-1' }, false],
  ['a fee that an invoice pays', { funding: 'INVOICE' }, false],
])('a card page is needed only for an unpaid fee that a card has to pay: %s', (_what, over, needed) => {
  expect(isToPayByCard(charge(over))).toBe(needed);
});

describe('the ledger lines of a filing', () => {
  const fee: FilingFee = { funding: 'ESCROW', account: 'A', total: 1_210n, surcharge: 10n };
  const byCard: FilingFee = { ...fee, funding: 'CREDIT_CARD', account: null };
  const income = ['revenue_efile::USD 1200', 'revenue_surcharge::USD 10'];

  test('take the fee from escrow and release the hold', () => {
    expect(chart(filingLines(fee, 1_300n))).toEqual(['escrow:A:USD -1210 (1300)', ...income]);
  });

  test('release a hold of one cent', () => {
    expect(chart(filingLines({ ...fee, total: 1n, surcharge: 0n }, 1n))[0]).toBe('escrow:A:USD -1 (1)');
  });

  test('release no hold if nothing was held', () => {
    expect(chart(filingLines(fee, 0n))).toEqual(['escrow:A:USD -1210', ...income]);
  });

  test('record a debt if an invoice pays', () => {
    expect(chart(filingLines({ ...fee, funding: 'INVOICE' }, 0n))).toEqual([
      'ar_invoice:A:USD -1210',
      ...income,
    ]);
  });

  test('take the fee from the received card payments if a card pays, whether or not the payer has an account', () => {
    for (const account of [null, 'A'])
      expect(chart(filingLines({ ...byCard, account }, 0n))).toEqual([
        'efile_received::USD -1210',
        ...income,
      ]);
  });

  test('contain no line of zero', () => {
    expect(chart(filingLines({ ...fee, surcharge: 0n }, 0n))).toEqual([
      ...['escrow:A:USD -1210', 'revenue_efile::USD 1210'],
    ]);
    expect(chart(filingLines({ ...fee, surcharge: 1_210n }, 0n))).toEqual([
      ...['escrow:A:USD -1210', 'revenue_surcharge::USD 1210'],
    ]);
  });

  test('give all parts of a fee back when the office rejects the document', () => {
    expect(chart(filingReturnLines(fee))).toEqual([
      ...['escrow:A:USD 1210', 'revenue_efile::USD -1200', 'revenue_surcharge::USD -10'],
    ]);
  });

  test.each(['ESCROW', 'INVOICE'] as const)('cannot be made without an account if %s pays', (funding) => {
    expect(() => filingLines({ ...fee, funding, account: null }, 0n)).toThrow(
      `a filing paid by ${funding} has no account`,
    );
  });

  test('keep a card payment as received until the office decides, and take it out again for a refund', () => {
    expect(chart(filingPaymentLines(1_210n))).toEqual([
      'cash_clearing::USD -1210',
      'efile_received::USD 1210',
    ]);
    expect(chart(filingRefundLines(1_210n))).toEqual([
      'efile_received::USD -1210',
      'cash_clearing::USD 1210',
    ]);
  });
});
