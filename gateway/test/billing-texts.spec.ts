import { expect, test } from '@jest/globals';
import type { TaskMonth } from '@portal/proto/rpc/billing';
import { BillingTexts } from '../src/http/billing-texts.js';

const texts = new BillingTexts('America/Chicago', new Date('2026-04-20T06:00:00.000Z'));
const month: TaskMonth = {
  ...{ account: 'a', accountName: 'Lake Title', task: 'IMAGE_RENEWAL', period: '2026-03' },
  ...{ state: 'NEEDS_REVIEW', reason: 'MONTHS_MISSED', at: null },
  rate: { funding: 'ESCROW', amount: 9_000, images: null, unlimitedUntil: '2026-04-02T05:00:00.000Z' },
};

test('a missed month is shown with the reason MONTH_OVER if its unlimited images have already ended', () => {
  expect(texts.month(month).reason).toBe('MONTH_OVER');
});

test.each<[string, Partial<TaskMonth>]>([
  [
    'its unlimited images have not ended',
    { rate: { ...month.rate, unlimitedUntil: '2026-05-02T05:00:00.000Z' } },
  ],
  ['its images are counted', { rate: { ...month.rate, images: 50, unlimitedUntil: null } }],
  ['it was charged', { state: 'DONE', reason: null }],
  ['its account pays by card', { reason: 'PAYS_BY_CARD' }],
])('a month is shown with its stored reason if %s', (_why, over) => {
  const shown = { ...month, ...over };
  expect(texts.month(shown).reason).toBe(shown.reason);
});
