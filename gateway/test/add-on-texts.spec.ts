import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import type { AddOnConfirmation } from '@portal/proto/rpc/payments';
import { AddOnTexts } from '../src/http/add-on-texts.js';

const texts = new AddOnTexts(new Catalogue(), 'ENGLISH');
const confirmed: AddOnConfirmation = {
  option: { value: '1', images: 50, cost: 2_000 },
  funding: 'ESCROW',
  images: { beginning: 3, ending: 53 },
  escrow: { beginning: 2_500, ending: 500 },
  insufficient: false,
};

test('A11-07 the confirmation of a bundle paid from escrow shows the bundle and the remaining balance', () => {
  expect(texts.confirmation(confirmed)).toEqual({
    ok: true,
    errorMessage: '',
    headers: ['You are about to buy:', '50 images for $20.00'],
    accountMessage: "The bundle is paid from your account's escrow.",
    beginningBalance: { description: 'Beginning balance', value: '$25.00' },
    purchaseMessage: 'You will have 53 images.',
    purchase: { description: '50 images', value: '$20.00' },
    endingBalance: { description: 'Ending balance', value: '$5.00' },
    insufficientBalance: false,
  });
});

test('A11-07 a confirmation says that the balance is too low, and shows a negative ending balance', () => {
  const short = { ...confirmed, escrow: { beginning: 500, ending: -1_500 }, insufficient: true };
  expect(texts.confirmation(short)).toMatchObject({
    insufficientBalance: true,
    endingBalance: { value: '-$15.00' },
    purchaseMessage: "Your account's escrow balance is too low for this bundle.",
  });
});

test('A11-07 an account that pays by invoice sees its number of images, and no balance if its images are unlimited', () => {
  const invoiced = { ...confirmed, funding: 'INVOICE' as const, escrow: null };
  expect(texts.confirmation(invoiced)).toMatchObject({
    beginningBalance: { description: 'Images left', value: '3 images' },
    endingBalance: { description: 'Images left after this purchase', value: '53 images' },
  });
  const endless = {
    option: { value: '3', images: null, cost: 30_000 },
    images: { beginning: 3, ending: null },
  };
  expect(texts.confirmation({ ...invoiced, ...endless })).toMatchObject({
    headers: ['You are about to buy:', 'Unlimited images this month for $300.00'],
    endingBalance: null,
    purchaseMessage: 'You will have unlimited images until the end of the month.',
  });
});

test('A11-06 a refused confirmation contains only the reason', () => {
  expect(texts.refused('No longer offered.')).toMatchObject({
    ok: false,
    errorMessage: 'No longer offered.',
    purchase: null,
  });
});

test('A11-16 the answer to a purchase shows the new balance', () => {
  expect(texts.bought({ asset: 'IMG', available: 53, unlimited: false })).toEqual({
    ok: true,
    message: 'Thank you for your purchase. You now have: 53 images',
    usageBalance: '53 images',
  });
});
