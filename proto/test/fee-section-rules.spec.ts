import { describe, expect, test } from '@jest/globals';
import { checkSection } from '@portal/proto/config/section-rules';
import { organizedRates } from '@portal/proto/config/special-rates.rules';

/** The faults of a section by field, with the keys of their messages; empty when it can be saved. */
const faultsOf = (name: Parameters<typeof checkSection>[0], value: unknown) => {
  const answer = checkSection(name, value);
  return answer.ok ? {} : answer.fields;
};

describe('the section Escrow', () => {
  test('C3-28 requires a fee code if there is a charge code', () => {
    expect(faultsOf('escrow', { chargeCode: 'C' })).toEqual({ feeCode: 'panel:requiredWithChargeCode' });
  });

  test('C3-29 requires a charge code if there is a fee code; both may be blank', () => {
    expect(faultsOf('escrow', { feeCode: 'F' })).toEqual({ chargeCode: 'panel:requiredWithFeeCode' });
    expect(faultsOf('escrow', { feeCode: '', chargeCode: '' })).toEqual({});
    expect(faultsOf('escrow', { feeCode: 'F', chargeCode: 'C' })).toEqual({});
  });

  test('C3-30 requires an amount for a surcharge in dollars', () => {
    const dollars = { applySurcharge: true, creditCardSurchargeMethod: 'dollars' };
    expect(faultsOf('escrow', { ...dollars, creditCardSurchargePercent: 200 })).toEqual({
      creditCardSurcharge: 'forms:required',
    });
    expect(faultsOf('escrow', { ...dollars, creditCardSurcharge: 1 })).toEqual({});
    expect(faultsOf('escrow', { ...dollars, applySurcharge: false })).toEqual({});
  });

  test('C3-31 requires a percentage for a surcharge in percent', () => {
    const percent = { applySurcharge: true, creditCardSurchargeMethod: 'percent' };
    expect(faultsOf('escrow', { ...percent, creditCardSurcharge: 100 })).toEqual({
      creditCardSurchargePercent: 'forms:required',
    });
    expect(faultsOf('escrow', { ...percent, creditCardSurchargePercent: 1 })).toEqual({});
    expect(faultsOf('escrow', { ...percent, applySurcharge: false })).toEqual({});
  });

  test('C3-32 C3-33 requires a minimum and a maximum when escrow can be reloaded by card', () => {
    expect(faultsOf('escrow', { reloadByCreditCard: true })).toEqual({
      minReloadAmount: 'forms:required',
      maxReloadAmount: 'forms:required',
    });
    expect(faultsOf('escrow', { reloadByCreditCard: false })).toEqual({});
  });

  test('C3-34 refuses a maximum below the minimum, but accepts a maximum equal to the minimum', () => {
    const reload = { reloadByCreditCard: true, minReloadAmount: 1_000 };
    expect(faultsOf('escrow', { ...reload, maxReloadAmount: 999 })).toEqual({
      maxReloadAmount: 'panel:lessThanMinimum',
    });
    expect(faultsOf('escrow', { ...reload, maxReloadAmount: 1_000 })).toEqual({});
    expect(faultsOf('escrow', { ...reload, reloadByCreditCard: false, maxReloadAmount: 999 })).toEqual({});
  });
});

describe('the section Credit Card Extra', () => {
  test('requires the amount or the percentage of a surcharge', () => {
    expect(faultsOf('creditCardExtra', { applySurcharge: true })).toEqual({ surcharge: 'forms:required' });
    const percent = { applySurcharge: true, surchargeMethod: 'percent', surcharge: 100 };
    expect(faultsOf('creditCardExtra', percent)).toEqual({ surchargePercent: 'forms:required' });
    expect(faultsOf('creditCardExtra', { ...percent, applySurcharge: false })).toEqual({});
  });

  test('limits a surcharge to 3 percent, but not a service fee', () => {
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
  ])(
    'requires a charge code with each fee code, and a fee code with each charge code: %j',
    (codes, faults) => {
      expect(faultsOf('creditCardExtra', codes)).toEqual(faults);
    },
  );
});

const rate = (documentType: string, instrumentCode: string, documentRate = 100) => ({
  ...{ documentType, instrumentCode, documentRate },
  ...{ firstPageRate: 0, additionalPagesRate: 0 },
});
const ratesOf = (...rates: unknown[]) => faultsOf('aLaCarteSpecialRates', { rates });

describe('the table of special rates', () => {
  test('C3-06 requires a document type in each row with an instrument code', () => {
    expect(ratesOf(rate('', 'WD'))).toEqual({ 'rates.0.documentType': 'panel:rateNeedsDocumentType' });
    expect(ratesOf(rate('A', ''))).toEqual({});
    expect(ratesOf(rate('0', 'WD'))).toEqual({});
  });

  test('C3-07 requires an amount for documents or for pages in each rate', () => {
    expect(ratesOf(rate('A', 'WD', 0))).toEqual({ 'rates.0.documentRate': 'panel:rateNeedsAmount' });
    expect(ratesOf({ ...rate('A', 'WD', 0), firstPageRate: 1 })).toEqual({});
    expect(ratesOf({ ...rate('A', 'WD', 0), additionalPagesRate: 1 })).toEqual({});
  });

  test('C3-08 refuses a rate for one type beside a rate for all types of the same instrument, in either order', () => {
    const text = 'panel:rateTwiceBesideAll';
    expect(ratesOf(rate('0', 'WD'), rate('A', 'WD'))).toEqual({ 'rates.1.instrumentCode': text });
    expect(ratesOf(rate('A', 'WD'), rate('0', 'WD'))).toEqual({ 'rates.1.instrumentCode': text });
    expect(ratesOf(rate('A', 'WD'), rate('T', 'WD'), rate('0', 'MTG'))).toEqual({});
  });

  test('C3-09 accepts only one rate for each pair of type and instrument', () => {
    expect(ratesOf(rate('A', 'WD'), rate('A', 'MTG'), rate('A', 'WD'))).toEqual({
      'rates.2.instrumentCode': 'panel:rateTwice',
    });
    expect(ratesOf(rate('A', ''), rate('A', ''))).toEqual({ 'rates.1.instrumentCode': 'panel:rateTwice' });
  });

  test('does not check rows without type and code', () => {
    expect(ratesOf(rate('', '', 0), rate('', '', 0), rate('A', 'WD'))).toEqual({});
  });

  test('C3-18 has at most 100 rows', () => {
    const rows = (n: number) => Array.from({ length: n }, (_, index) => rate('A', `I${index}`));
    expect(ratesOf(...rows(100))).toEqual({});
    expect(ratesOf(...rows(101))).toEqual({ rates: 'panel:rateTableFull' });
  });

  test('C3-10 C3-11 drops rows without type and code, and sorts the others, when staff press Organize', () => {
    const rates = [rate('T', 'A'), rate('', ''), rate('A', 'WD'), rate('A', 'MTG'), rate('A', '')];
    expect(
      organizedRates(rates).map(({ documentType, instrumentCode }) => documentType + instrumentCode),
    ).toEqual(['A', 'AMTG', 'AWD', 'TA']);
  });

  test('C3-21 follows the same rules in the section of alternate rates for cards', () => {
    expect(faultsOf('creditCardAlternateRates', { rates: [rate('', 'WD')] })).toEqual({
      'rates.0.documentType': 'panel:rateNeedsDocumentType',
    });
  });
});

describe.each(['flatFee', 'flatFeeOverride'] as const)('the options of %s', (name) => {
  const option = (over: object) => ({ option: true, numberOfPages: 10, cost: 100, ...over });
  const optionsOf = (...rates: unknown[]) => faultsOf(name, { rates });

  test('C3-38 are refused if an unlimited bundle is not the last enabled one', () => {
    const unlimited = option({ unlimitedNumberOfPages: true });
    expect(optionsOf(unlimited, option({}))).toEqual({
      'rates.0.unlimitedNumberOfPages': 'panel:unlimitedLast',
    });
    expect(optionsOf(option({}), unlimited, option({ option: false }))).toEqual({});
  });

  test('C3-39 each have pages or are unlimited', () => {
    expect(optionsOf(option({ numberOfPages: 0 }))).toEqual({ 'rates.0.numberOfPages': 'forms:required' });
    expect(optionsOf(option({ numberOfPages: 0, unlimitedNumberOfPages: true }))).toEqual({});
  });

  test('C3-40 each have a cost, which may be 0', () => {
    expect(optionsOf(option({ cost: null }))).toEqual({ 'rates.0.cost': 'panel:requiredZeroOk' });
    expect(optionsOf(option({ cost: 0 }))).toEqual({});
  });

  test('are not checked while they are disabled', () => {
    expect(optionsOf({ option: false, numberOfPages: 0, cost: null })).toEqual({});
  });

  test('number at most five', () => {
    expect(optionsOf(...Array(5).fill({}))).toEqual({});
    expect(Object.keys(optionsOf(...Array(6).fill({})) ?? {})).toEqual(['rates']);
  });
});
