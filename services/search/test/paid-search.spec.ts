import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Handle, startServiceInProcess, type Call, type RunningService } from '@portal/infra/rpc';
import { eventually, testActor } from '@portal/infra/testing';
import { sectionDefaults, type SectionName } from '@portal/proto/config/sections';
import { ok, type Ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import { chargeSearch } from '@portal/proto/rpc/payments';
import {
  getLegalDetails,
  getRecordDetails,
  listHistory,
  listParcelIds,
  runSearch,
} from '@portal/proto/rpc/search';
import { randomUUID } from 'node:crypto';
import { grantor, type DocumentRow } from './bundle-maker.js';
import { rowsOf } from './search-bundle.js';
import { keysOf, nameCriteriaOf, searchInputOf, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

/** Stands in for the payments service: charges each key once, as long as the money lasts. */
@Controller()
class ChargeStub {
  money = 0;
  authorized = true;
  payable = true;
  readonly asked: string[] = [];
  readonly charged = new Set<string>();

  @Handle(chargeSearch)
  charge(
    { item, key }: Parsed<typeof chargeSearch>,
    { actor }: Call,
  ): Promise<Ok<Output<typeof chargeSearch>>> {
    this.asked.push(item);
    return Promise.resolve(ok({ outcome: this.outcomeOf(`${actor.user ?? ''}:${key}`, actor), price: 200 }));
  }

  private outcomeOf(key: string, { terms }: Actor): Output<typeof chargeSearch>['outcome'] {
    if (this.charged.has(key)) return 'CHARGED';
    if (!this.payable) return 'INSUFFICIENT_FUNDS';
    if (terms?.paymentMethod !== 'CREDIT_CARD' && this.money < 200) return 'INSUFFICIENT_FUNDS';
    if (!this.authorized) return 'PAYMENT_NEEDED';
    if (this.money < 200) return 'PAYMENT_NEEDED_AGAIN';
    this.money -= 200;
    this.charged.add(key);
    return 'CHARGED';
  }
}
@Module({ controllers: [ChargeStub] })
class ChargeStubModule {}

const many: DocumentRow[] = Array.from({ length: 130 }, (_, at) => ({
  number: String(9_000 + at),
  parties: [grantor('SELDOM')],
}));
const lien: DocumentRow = { number: '77', parties: [grantor('ALONE')] };
const liens = rowsOf([
  ['A77', { lien_number: 'L-1', lien_date: '2020-01-02', lien_type: 'FEDERAL', total_amount: '10.00' }],
]);

const prices: Partial<Record<SectionName, object>> = {
  aLaCarte: { searchByName: 0, searchByTaxLien: 100 },
  creditCardAlternateRates: {
    ...{ applyAlternateRates: true, searchByName: 200, searchByDocumentNumber: 200 },
    ...{ documentDetails: 50, taxLienDetails: 50 },
  },
};
const county = {
  get: (_county: string, name: SectionName) => Promise.resolve({ ...sectionDefaults(name), ...prices[name] }),
};

let search: SearchUnderTest;
let payments: RunningService;
let charges: ChargeStub;
const startPayments = async (): Promise<void> => {
  payments = await startServiceInProcess('payments', ChargeStubModule, {
    config: search.config,
    contracts: [chargeSearch],
  });
  charges = payments.get(ChargeStub);
};
beforeAll(async () => {
  search = await SearchUnderTest.start(county);
  await search.importSearchBundle({ documents: [...many, lien], files: { 'tax_liens.csv': liens } });
  await startPayments();
});
afterAll(async () => {
  await payments.close();
  await search.close();
});
beforeEach(() => {
  charges.money = 1_000;
  charges.authorized = true;
  charges.payable = true;
  charges.asked.length = 0;
});

const payer = (paymentMethod: 'CREDIT_CARD' | 'ESCROW' | 'INVOICE', over: Partial<Actor> = {}): Actor => {
  const base = testActor({ user: randomUUID(), session: randomUUID(), ...over });
  return { ...base, terms: base.terms && { ...base.terms, paymentMethod } };
};
const seldom = { grantorGranteeLastName1: 'SELDOM' };
const bySeldom = (actor: Actor, paging = {}) => search.byName(seldom, paging, actor);

describe('a search with a price', () => {
  test('is charged once, and batches, page turns, other sort orders and repetitions in the session are free', async () => {
    const actor = payer('CREDIT_CARD');
    const first = await bySeldom(actor);
    expect(first).toMatchObject({ paymentNeeded: false, searchResults: { totalRecordCount: 130 } });
    expect(charges.money).toBe(800);
    for (const part of [{ batch: 2 }, { batch: 4 }, { pageNumber: 2 }]) {
      const { searchResults } = await bySeldom(actor, { ...part, timestamp: first.timestamp });
      expect(searchResults.currentRecordCount).toBeGreaterThan(0);
    }
    expect(charges.asked).toEqual(['searchByName']);
    await bySeldom(actor, { sortDirection: 'DESC' });
    await bySeldom(actor);
    expect(await bySeldom(actor, { pageNumber: -1, updateHistory: false })).toMatchObject({
      searchResults: { currentRecordCount: 130 },
    });
    expect(charges.money).toBe(800);
    await search.byNumber({ fromDocumentNumber: '9001' }, {}, actor);
    expect(charges.money).toBe(600);
  });

  test('S47 is not charged and leaves no history while staff see the portal as a user of the account', async () => {
    const actor: Actor = { ...payer('CREDIT_CARD'), viewing: true };
    charges.authorized = false;
    const found = await bySeldom(actor);
    expect(found).toMatchObject({ paymentNeeded: false, searchResults: { totalRecordCount: 130 } });
    expect(found.historyResults.searchHistoryList).toEqual([]);
    await search.rpc.callOrThrow(getRecordDetails, { kind: 'taxLiens', key: 'A77' }, { actor });
    expect(charges.asked).toEqual([]);
    expect(await search.rpc.callOrThrow(listHistory, {}, { actor })).toEqual([]);
  });

  test('B9-05 shows no results before a card is authorized, and is not kept in the history', async () => {
    const actor = payer('CREDIT_CARD');
    charges.authorized = false;
    const unpaid = {
      searchResults: { searchResultList: [], totalRecordCount: 0, currentRecordCount: 0 },
      historyResults: { searchHistoryList: [] },
      ...{ paymentNeeded: true, paymentNeededAgain: false, timestamp: '', message: '', status: '' },
    };
    expect(await bySeldom(actor)).toEqual(unpaid);
    expect(await bySeldom(actor, { pageNumber: -1 })).toEqual(unpaid);
    expect(await search.rpc.callOrThrow(listHistory, {}, { actor })).toEqual([]);
    Object.assign(charges, { authorized: true, money: 100 });
    expect(await bySeldom(actor)).toEqual({ ...unpaid, paymentNeeded: false, paymentNeededAgain: true });
    charges.money = 200;
    const paid = await bySeldom(actor);
    expect(paid.searchResults.totalRecordCount).toBe(130);
    expect(paid.historyResults.searchHistoryList).toHaveLength(1);
  });

  test('is free if it finds nothing, and then offers no wider searches to a user who pays by card', async () => {
    const actor = payer('CREDIT_CARD');
    const nothing = { ...seldom, fromRecordedDate: '01/01/1900', toRecordedDate: '01/02/1900' };
    const found = await search.byName(nothing, {}, actor);
    expect(found).toMatchObject({ paymentNeeded: false, searchResults: { totalRecordCount: 0 } });
    expect(found).not.toHaveProperty('widenings');
    expect(await search.byName(nothing, {}, payer('ESCROW'))).toHaveProperty('widenings');
    expect(charges.asked).toEqual([]);
    // the timestamp of a free search does not let a user read the results of an unpaid search
    charges.authorized = false;
    expect(await bySeldom(actor, { timestamp: found.timestamp })).toMatchObject({ paymentNeeded: true });
  });

  test('is charged once when it is sent twenty times at once', async () => {
    const actor = payer('CREDIT_CARD');
    charges.money = 200;
    const answers = await Promise.all(Array.from({ length: 20 }, () => bySeldom(actor)));
    for (const answer of answers) expect(answer.searchResults.totalRecordCount).toBe(130);
    expect(charges.money).toBe(0);
  });

  test('is paid for by each session of a guest, and no session can continue the results of another', async () => {
    const guest = payer('CREDIT_CARD', { role: 'GUEST' });
    const { timestamp } = await bySeldom(guest);
    const other = { ...guest, session: randomUUID() };
    charges.authorized = false;
    expect(await bySeldom(other)).toMatchObject({ paymentNeeded: true });
    const input = searchInputOf('searchByName', nameCriteriaOf(seldom), { timestamp, batch: 2 });
    expect(await search.rpc.call(runSearch, input, { actor: other })).toMatchObject({
      code: 'INVALID_TIMESTAMP',
    });
  });

  test('is refused with INSUFFICIENT_FUNDS if the escrow that pays for it is empty', async () => {
    charges.money = 0;
    const input = searchInputOf('searchByTaxLien', {
      searchByTaxLienMethod: 'LIENNUMBER',
      lienNumber: 'L-1',
    });
    expect(await search.rpc.call(runSearch, input, { actor: payer('ESCROW') })).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    });
  });
});

test('the refusal of a search and of each part of the details says whether the user pays by card', async () => {
  Object.assign(charges, { payable: false, money: 0 });
  const bySearch = searchInputOf('searchByName', nameCriteriaOf(seldom));
  const refusals = (actor: Actor) =>
    Promise.all([
      search.rpc.call(runSearch, bySearch, { actor }),
      search.rpc.call(getRecordDetails, { kind: 'taxLiens', key: 'A77' }, { actor }),
      search.rpc.call(getLegalDetails, { documentKey: 'A77' }, { actor }),
      search.rpc.call(listParcelIds, { documentKey: 'A77' }, { actor }),
    ]);
  const [byCard, ...parts] = await refusals(payer('CREDIT_CARD'));
  const refused = { ok: false, code: 'INSUFFICIENT_FUNDS', params: { paysBy: 'CREDIT_CARD' } };
  expect([byCard, ...parts]).toEqual([refused, refused, refused, refused]);
  const byEscrow = searchInputOf('searchByTaxLien', {
    searchByTaxLienMethod: 'LIENNUMBER',
    lienNumber: 'L-1',
  });
  expect(await search.rpc.call(runSearch, byEscrow, { actor: payer('ESCROW') })).toEqual({
    ...{ ok: false, code: 'INSUFFICIENT_FUNDS' },
  });
});

describe('a search of a user who pays nothing', () => {
  test('asks the payments service for no charge', async () => {
    const free = [
      ...[payer('ESCROW'), payer('INVOICE'), payer('CREDIT_CARD', { role: 'COUNTY' })],
      { ...payer('CREDIT_CARD'), terms: null },
    ];
    const flat = payer('CREDIT_CARD');
    if (flat.terms) free.push({ ...flat, terms: { ...flat.terms, accountType: 'FLAT_FEE' } });
    for (const actor of free) {
      expect((await bySeldom(actor)).searchResults.totalRecordCount).toBe(130);
      expect(await search.details('A77', actor)).toMatchObject({ ok: true, value: { docId: 'A77' } });
    }
    expect(charges.asked).toEqual([]);
  });
});

describe('details with a price', () => {
  test('B9-15 have the id 0 and no other data until they are paid, and are charged once', async () => {
    const actor = payer('CREDIT_CARD');
    charges.authorized = false;
    const unpaid = { docId: '0', paymentNeeded: true, paymentNeededAgain: false };
    expect(await search.details('A77', actor)).toEqual({ ok: true, value: unpaid });
    const lienDetails = { kind: 'taxLiens' as const, key: 'A77' };
    expect(await search.rpc.callOrThrow(getRecordDetails, lienDetails, { actor })).toEqual(unpaid);
    for (const part of [getLegalDetails, listParcelIds]) {
      expect(await search.rpc.call(part, { documentKey: 'A77' }, { actor })).toMatchObject({
        code: 'PAYMENT_NEEDED',
      });
    }
    charges.authorized = true;
    for (let times = 0; times < 3; times += 1) {
      expect(await search.details('A77', actor)).toMatchObject({ value: { docId: 'A77' } });
    }
    expect(await search.rpc.callOrThrow(listParcelIds, { documentKey: 'A77' }, { actor })).toEqual([]);
    expect(charges.money).toBe(800);
    expect(await search.rpc.callOrThrow(getRecordDetails, lienDetails, { actor })).toMatchObject({
      lienNumber: 'L-1',
    });
    expect(charges.money).toBe(600);
  });

  test('are not charged for records that do not exist', async () => {
    expect(await search.details('A1', payer('CREDIT_CARD'))).toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
    expect(charges.asked).toEqual([]);
  });
});

test('while the payments service is unavailable, paid results are withheld and free results are still shown', async () => {
  const actor = payer('CREDIT_CARD');
  await payments.close();
  const input = searchInputOf('searchByName', nameCriteriaOf(seldom));
  const refused = await search.rpc.call(runSearch, input, { actor });
  expect(refused).toMatchObject({ ok: false, code: expect.stringMatching(/^SERVICE_/) });
  expect(JSON.stringify(refused)).not.toContain('SELDOM');
  expect((await search.details('A77', actor)).ok).toBe(false);
  expect(keysOf(await bySeldom(payer('ESCROW')))).toHaveLength(25);
  await startPayments();
  charges.money = 200;
  await eventually(async () => expect(keysOf(await bySeldom(actor))).toHaveLength(25));
});
