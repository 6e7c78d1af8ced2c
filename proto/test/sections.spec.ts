import { describe, expect, test } from '@jest/globals';
import { sections } from '../src/config/sections.js';

const escrow = {
  ...{
    feeCode: '',
    chargeCode: '',
    reloadByCreditCard: true,
    minReloadAmount: 1_000,
    maxReloadAmount: 50_000,
  },
  ...{ applySurcharge: true, creditCardSurchargeMethod: 'percent' },
  ...{ creditCardSurcharge: 150, creditCardSurchargePercent: 275 },
};

describe('escrow settings of a county', () => {
  test('A8-05 have bounds, a surcharge and its method; by default there is no surcharge, and cards are not accepted', () => {
    expect(sections.escrow.parse(escrow)).toEqual(escrow);
    expect(sections.escrow.parse({})).toEqual({
      ...{ feeCode: '', chargeCode: '', reloadByCreditCard: false, minReloadAmount: 0, maxReloadAmount: 0 },
      ...{ applySurcharge: false, creditCardSurchargeMethod: 'dollars' },
      ...{ creditCardSurcharge: 0, creditCardSurchargePercent: 0 },
    });
  });

  test.each([
    ['minReloadAmount', -1],
    ['maxReloadAmount', 10.5],
    ['creditCardSurcharge', '1.50'],
    ['creditCardSurchargePercent', -275],
    ['creditCardSurchargeMethod', 'points'],
    ['applySurcharge', 'yes'],
    ['reloadByCreditCard', 1],
  ])('A8-05 refuse %s %p', (name, value) => {
    const { success, error } = sections.escrow.safeParse({ ...escrow, [name]: value });
    expect([success, error?.issues[0]?.path]).toEqual([false, [name]]);
  });
});
