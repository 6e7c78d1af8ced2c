import { describe, expect, test } from '@jest/globals';
import { taskKey, taskLines, type AskedCharge } from '../src/account-tasks/task-charge.rules.js';
import { chart } from './chart.js';

const monthly: AskedCharge = {
  ...{ account: 'A', task: 'MONTHLY_FEE', period: '2026-11', funding: 'ESCROW', amount: 2_500 },
  ...{ images: null, unlimitedUntil: null, notAfter: '2026-11-20T15:00:30Z' },
};
const renewal: AskedCharge = { ...monthly, task: 'IMAGE_RENEWAL', amount: 5_000, images: 500 };

test('the business key of a charge is made of account, task and month, so that each month is charged once', () => {
  expect(taskKey(monthly)).toBe('A:MONTHLY_FEE:2026-11');
});

describe('the ledger lines of a monthly fee', () => {
  test('take the fee from escrow', () => {
    expect(chart(taskLines(monthly))).toEqual(['escrow:A:USD -2500', 'revenue_monthly::USD 2500']);
  });

  test('record a debt if the account pays by invoice', () => {
    expect(chart(taskLines({ ...monthly, funding: 'INVOICE' }))).toEqual([
      ...['ar_invoice:A:USD -2500', 'revenue_monthly::USD 2500'],
    ]);
  });
});

describe('the ledger lines of a renewal of images', () => {
  const money = ['escrow:A:USD -5000', 'revenue_bundle::USD 5000'];
  const images = ['images_issued::IMG -500', 'images:A:IMG 500'];

  test('take the price and add the images', () => {
    expect(chart(taskLines(renewal))).toEqual([...money, ...images]);
  });

  test('record a debt if the account pays by invoice', () => {
    expect(chart(taskLines({ ...renewal, funding: 'INVOICE' }))).toContain('ar_invoice:A:USD -5000');
  });

  test('add no images if images become unlimited', () => {
    expect(chart(taskLines({ ...renewal, images: null }))).toEqual(money);
  });

  test('add the images of a free renewal', () => {
    expect(chart(taskLines({ ...renewal, amount: 0 }))).toEqual(images);
  });

  test('are missing for a free renewal of unlimited images', () => {
    expect(taskLines({ ...renewal, amount: 0, images: null })).toEqual([]);
  });
});
