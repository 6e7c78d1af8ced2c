import { describe, expect, test } from '@jest/globals';
import type { CurrentUser } from '@portal/proto/http/session';
import { roles, type Role } from '@portal/proto/roles';
import { addsMoney, buysImages, hasProfile, seesBalance } from '../src/app/layout/member.rules.js';
import { defaultCounty, type County } from '../src/shared/county.js';

const rolesThat = (may: (role: Role) => boolean): Role[] => roles.filter(may);
const userOf = (over: Partial<CurrentUser> = {}): CurrentUser => ({
  ...{ userId: '7d9f6c1e-0000-4000-8000-000000000001', username: 'bo.lind.1', role: 'ACCOUNT' },
  ...{ accountType: 'FLAT_FEE', paymentMethod: 'ESCROW', usageBalance: '', language: 'ENGLISH' },
  ...{ searchHistoryList: [], tabList: [], searchList: [], allowableAccounts: [], creditCardSearchRates: [] },
  ...{ imageRetrieval: true, previewRetrieval: true },
  ...{ certificateRetrieval: false, certificatePreviewRetrieval: false },
  ...over,
});
const countyThat = (over: Partial<County>): County => ({ ...defaultCounty, ...over });
const view = { accountId: 'a1', accountName: 'North Title', until: '2026-11-21T20:00:00Z' };

describe('the header', () => {
  test('A5-08 shows a balance only to users of accounts', () => {
    expect(rolesThat(seesBalance)).toEqual(['ACCOUNT', 'USER']);
  });

  test('A5-02 has a profile for everybody except guests', () => {
    expect(rolesThat((role) => hasProfile({ role }))).toEqual(['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER']);
  });

  test('has no profile while staff views an account', () => {
    expect(rolesThat((role) => hasProfile({ role, view }))).toEqual([]);
  });
});

describe('an administrator of an account', () => {
  test.each([
    [true, ['ACCOUNT']],
    [false, []],
  ])(
    'A5-11 A5-12 is the only one who may add money, and only if the county accepts cards for escrow: %p',
    (accepts, who) => {
      const county = countyThat({ escrow: { reloadByCreditCard: accepts } });
      expect(rolesThat((role) => addsMoney(role, county))).toEqual(who);
    },
  );

  test.each([
    [true, 'FLAT_FEE', ['ACCOUNT']],
    [true, 'A_LA_CARTE', []],
    [true, null, []],
    [false, 'FLAT_FEE', []],
  ] as const)(
    'A5-13 is the only one who may buy images, if the county allows this (%p) and the account has a flat fee (%p)',
    (allows, accountType, who) => {
      const county = countyThat({ flatFee: { accountAdminReload: allows } });
      expect(rolesThat((role) => buysImages(userOf({ role, accountType }), county))).toEqual(who);
    },
  );
});
