import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import { testActor } from '@portal/infra/testing';
import type { listOfficeEntries } from '@portal/proto/rpc/cashier';
import type { Output } from '@portal/proto/rpc/contract';
import type { DescribedAccount } from '@portal/proto/rpc/identity';
import { CashierWriter } from '../src/http/cashier-texts.js';

type Listed = Output<typeof listOfficeEntries>;

const accountOf = (paymentMethod: 'ESCROW' | 'INVOICE') =>
  ({ id: 'a', name: 'North Title', status: 'A', terms: { paymentMethod } }) as DescribedAccount;
const shownOf = (paymentMethod: 'ESCROW' | 'INVOICE', balance: object) => {
  const known = { accounts: [accountOf(paymentMethod)], names: new Map() };
  const listed = { entries: [], total: 0, balance, correctionLimit: 0 } as unknown as Listed;
  const actor = testActor({ role: 'COUNTY' });
  return new CashierWriter(new Catalogue(), actor, known).page(listed, 'a').account;
};
const owedBy = (paymentMethod: 'ESCROW' | 'INVOICE', balance: object) =>
  shownOf(paymentMethod, balance)?.owed;

test('the cashier shows the unpaid invoices of an account only if the account no longer pays by invoice', () => {
  expect(owedBy('ESCROW', { posted: -500, held: 0, owed: 500 })).toBe('$5.00');
  expect(owedBy('ESCROW', { posted: 0, held: 0, owed: 0 })).toBe('');
  expect(owedBy('INVOICE', { posted: -500, held: 0, owed: 500 })).toBe('');
});

test('the cashier shows no debt when an earlier version of the payments service answers', () => {
  expect(owedBy('ESCROW', { posted: 100, held: 0 })).toBe('');
});

test('the cashier offers to correct invoices of an account that no longer pays by invoice, even when none is unpaid', () => {
  const offers = (method: 'ESCROW' | 'INVOICE', hasInvoices?: boolean) =>
    shownOf(method, { posted: 0, held: 0, owed: 0, hasInvoices })?.hasInvoices;
  expect(offers('ESCROW', true)).toBe(true);
  expect(offers('ESCROW', false)).toBe(false);
  // an account that pays by invoice needs no separate offer, because all of its corrections concern invoices
  expect(offers('INVOICE', true)).toBe(false);
  expect(offers('ESCROW')).toBe(false);
});
