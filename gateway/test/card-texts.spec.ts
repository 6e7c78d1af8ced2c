import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import type { DepositTerms } from '@portal/proto/rpc/payments';
import { CardTexts } from '../src/http/card-texts.js';

const texts = new CardTexts(new Catalogue(), 'ENGLISH');
const terms: DepositTerms = {
  ...{ min: 1_000, max: 50_000, surchargeMethod: null, surchargeRate: 0 },
  ...{ amount: 50_000, surcharge: 0, total: 50_000, beginning: 0, ending: 50_000 },
};

test.each([
  ['A8-04 the largest deposit is not reported as too large', {}, ''],
  [
    'A8-04 a deposit above the maximum is reported as too large, with the maximum',
    { amount: 50_001 },
    'Amount must be at most $500.00.',
  ],
  [
    'no deposit is reported as too large where the county sets no maximum',
    { amount: 9_999_999, max: null },
    '',
  ],
])('%s', (_what, over, tooLarge) => {
  expect(texts.quote({ ...terms, ...over }).tooLarge).toBe(tooLarge);
});
