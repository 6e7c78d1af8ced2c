import { describe, expect, test } from '@jest/globals';
import { checkSection } from '@portal/proto/config/section-rules';
import { organizedRates } from '@portal/proto/config/special-rates.rules';

/** The faults of a section by field, with the keys of their messages; empty when it can be saved. */
const faultsOf = (name: Parameters<typeof checkSection>[0], value: unknown) => {
  const answer = checkSection(name, value);
  return answer.ok ? {} : answer.fields;
};

describe('Escrow', () => {
  test('C3-28 a charge code needs a fee code', () => {
    expect(faultsOf('escrow', { chargeCode: 'C' })).toEqual({ feeCode: 'panel:requiredWithChargeCode' });
  });

  test('C3-29 a fee code needs a charge code, and both may be blank', () => {
    expect(faultsOf('escrow', { feeCode: 'F' })).toEqual({ chargeCode: 'panel:requiredWithFeeCode' });
    expect(faultsOf('escrow', { feeCode: '', chargeCode: '' })).toEqual({});
    expect(faultsOf('escrow', { feeCode: 'F', chargeCode: 'C' })).toEqual({});
  });

  test('C3-30 a surcharge in dollars has an amount', () => {
    const dollars = { applySurcharge: true, creditCardSurchargeMethod: 'dollars' };
    expect(faultsOf('escrow', { ...dollars, creditCardSurchargePercent: 200 })).toEqual({
      creditCardSurcharge: 'forms:required',
    });
    expect(faultsOf('escrow', { ...dollars, creditCardSurcharge: 1 })).toEqual({});
    expect(faultsOf('escrow', { ...dollars, applySurcharge: false })).toEqual({});
  });

  test('C3-31 a surcharge in percent has a percentage', () => {
    const percent = { applySurcharge: true, creditCardSurchargeMethod: 'percent' };
    expect(faultsOf('escrow', { ...percent, creditCardSurcharge: 100 })).toEqual({
      creditCardSurchargePercent: 'forms:required',
    });
    expect(faultsOf('escrow', { ...percent, creditCardSurchargePercent: 1 })).toEqual({});
    expect(faultsOf('escrow', { ...percent, applySurcharge: false })).toEqual({});
  });

  test('C3-32 C3-33 escrow that can be reloaded by card has a minimum and a maximum', () => {
    expect(faultsOf('escrow', { reloadByCreditCard: true })).toEqual({
      minReloadAmount: 'forms:required',
      maxReloadAmount: 'forms:required',
    });
    expect(faultsOf('escrow', { reloadByCreditCard: false })).toEqual({});
  });

  test('C3-34 the maximum is not below the minimum, but may be the same', () => {
    const reload = { reloadByCreditCard: true, minReloadAmount: 1_000 };
    expect(faultsOf('escrow', { ...reload, maxReloadAmount: 999 })).toEqual({
      maxReloadAmount: 'panel:lessThanMinimum',
    });
    expect(faultsOf('escrow', { ...reload, maxReloadAmount: 1_000 })).toEqual({});
    expect(faultsOf('escrow', { ...reload, reloadByCreditCard: false, maxReloadAmount: 999 })).toEqual({});
  });
});

describe('Credit Card Extra', () => {
  test('a surcharge has its amount or its percentage', () => {
    expect(faultsOf('creditCardExtra', { applySurcharge: true })).toEqual({ surcharge: 'forms:required' });
    const percent = { applySurcharge: true, surchargeMethod: 'percent', surcharge: 100 };
    expect(faultsOf('creditCardExtra', percent)).toEqual({ surchargePercent: 'forms:required' });
    expect(faultsOf('creditCardExtra', { ...percent, applySurcharge: false })).toEqual({});
  });

  test('a surcharge is at most 3 percent, a service fee may be more', () => {
    const percent = { applySurcharge: true, surchargeMethod: 'percent' };
    expect(faultsOf('creditCardExtra', { ...percent, surchargePercent: 300 })).toEqual({});
    const over = { ...percent, surchargePercent: 301 };
    expect(faultsOf('creditCardExtra', over)).toEqual({ surchargePercent: 'panel:orLess?n=3' });
    expect(faultsOf('creditCardExtra', { ...over, feeKind: 'serviceFee' })).toEqual({});
    expect(faultsOf('creditCardExtra', { ...over, surchargeMethod: 'dollars', surcharge: 1 })).toEqual({});
  });

  test.each([
    [{ chargeFeeCode: 'F' }, { chargeChargeCode: 'panel:requiredWithFeeCode' }],
    [{ chargeChargeCode: 'C' }, { chargeFeeCode: 'panel:requiredWithChargeCode' }],
    [{ surchargeFeeCode: 'F' }, { surchargeChargeCode: 'panel:requiredWithFeeCode' }],
    [{ surchargeChargeCode: 'C' }, { surchargeFeeCode: 'panel:requiredWithChargeCode' }],
    [{ chargeFeeCode: 'F', chargeChargeCode: 'C', surchargeFeeCode: 'F', surchargeChargeCode: 'C' }, {}],
  ])('codes of %j come in pairs', (codes, faults) => {
    expect(faultsOf('creditCardExtra', codes)).toEqual(faults);
  });
});

const rate = (documentType: string, instrumentCode: string, documentRate = 100) => ({
  ...{ documentType, instrumentCode, documentRate },
  ...{ firstPageRate: 0, additionalPagesRate: 0 },
});
const ratesOf = (...rates: unknown[]) => faultsOf('aLaCarteSpecialRates', { rates });

describe('Special rates', () => {
  test('C3-06 an instrument code needs a document type', () => {
    expect(ratesOf(rate('', 'WD'))).toEqual({ 'rates.0.documentType': 'panel:rateNeedsDocumentType' });
    expect(ratesOf(rate('A', ''))).toEqual({});
    expect(ratesOf(rate('0', 'WD'))).toEqual({});
  });

  test('C3-07 a rate has an amount for documents or for pages', () => {
    expect(ratesOf(rate('A', 'WD', 0))).toEqual({ 'rates.0.documentRate': 'panel:rateNeedsAmount' });
    expect(ratesOf({ ...rate('A', 'WD', 0), firstPageRate: 1 })).toEqual({});
    expect(ratesOf({ ...rate('A', 'WD', 0), additionalPagesRate: 1 })).toEqual({});
  });

  test('C3-08 an instrument of one type cannot be listed with the same instrument of all types, in either order', () => {
    const text = 'panel:rateTwiceBesideAll';
    expect(ratesOf(rate('0', 'WD'), rate('A', 'WD'))).toEqual({ 'rates.1.instrumentCode': text });
    expect(ratesOf(rate('A', 'WD'), rate('0', 'WD'))).toEqual({ 'rates.1.instrumentCode': text });
    expect(ratesOf(rate('A', 'WD'), rate('T', 'WD'), rate('0', 'MTG'))).toEqual({});
  });

  test('C3-09 a type and an instrument together have one rate', () => {
    expect(ratesOf(rate('A', 'WD'), rate('A', 'MTG'), rate('A', 'WD'))).toEqual({
      'rates.2.instrumentCode': 'panel:rateTwice',
    });
    expect(ratesOf(rate('A', ''), rate('A', ''))).toEqual({ 'rates.1.instrumentCode': 'panel:rateTwice' });
  });

  test('rows without type and code are not checked', () => {
    expect(ratesOf(rate('', '', 0), rate('', '', 0), rate('A', 'WD'))).toEqual({});
  });

  test('C3-18 there are at most 100 rows', () => {
    const rows = (n: number) => Array.from({ length: n }, (_, index) => rate('A', `I${index}`));
    expect(ratesOf(...rows(100))).toEqual({});
    expect(ratesOf(...rows(101))).toEqual({ rates: 'panel:rateTableFull' });
  });

  test('C3-10 C3-11 organizing drops rows without type and code and sorts the others', () => {
    const rates = [rate('T', 'A'), rate('', ''), rate('A', 'WD'), rate('A', 'MTG'), rate('A', '')];
    expect(
      organizedRates(rates).map(({ documentType, instrumentCode }) => documentType + instrumentCode),
    ).toEqual(['A', 'AMTG', 'AWD', 'TA']);
  });

  test('C3-21 the rates of cards keep the same rules', () => {
    expect(faultsOf('creditCardAlternateRates', { rates: [rate('', 'WD')] })).toEqual({
      'rates.0.documentType': 'panel:rateNeedsDocumentType',
    });
  });
});

describe.each(['flatFee', 'flatFeeOverride'] as const)('The options of %s', (name) => {
  const option = (over: object) => ({ option: true, numberOfPages: 10, cost: 100, ...over });
  const optionsOf = (...rates: unknown[]) => faultsOf(name, { rates });

  test('C3-38 only the last enabled option may be unlimited', () => {
    const unlimited = option({ unlimitedNumberOfPages: true });
    expect(optionsOf(unlimited, option({}))).toEqual({
      'rates.0.unlimitedNumberOfPages': 'panel:unlimitedLast',
    });
    expect(optionsOf(option({}), unlimited, option({ option: false }))).toEqual({});
  });

  test('C3-39 each option has pages or is unlimited', () => {
    expect(optionsOf(option({ numberOfPages: 0 }))).toEqual({ 'rates.0.numberOfPages': 'forms:required' });
    expect(optionsOf(option({ numberOfPages: 0, unlimitedNumberOfPages: true }))).toEqual({});
  });

  test('C3-40 each option has a cost, which may be 0', () => {
    expect(optionsOf(option({ cost: null }))).toEqual({ 'rates.0.cost': 'panel:requiredZeroOk' });
    expect(optionsOf(option({ cost: 0 }))).toEqual({});
  });

  test('a disabled option may have any values', () => {
    expect(optionsOf({ option: false, numberOfPages: 0, cost: null })).toEqual({});
  });

  test('there are five', () => {
    expect(optionsOf(...Array(5).fill({}))).toEqual({});
    expect(Object.keys(optionsOf(...Array(6).fill({})) ?? {})).toEqual(['rates']);
  });
});
