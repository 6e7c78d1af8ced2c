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
  ['A8-04 the largest deposit', {}, ''],
  ['A8-04 a larger one', { amount: 50_001 }, 'Amount must be at most $500.00.'],
  ['any amount where the county sets no bound', { amount: 9_999_999, max: null }, ''],
])('the price of a deposit tells about %s', (_what, over, tooLarge) => {
  expect(texts.quote({ ...terms, ...over }).tooLarge).toBe(tooLarge);
});
