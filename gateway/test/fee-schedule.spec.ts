import { expect, test } from '@jest/globals';
import type { Quote } from '@portal/proto/rpc/payments';
import { dollars } from '../src/answers/amounts.js';
import { Catalogue } from '@portal/infra/catalogue';
import { FeeScheduleWriter } from '../src/http/fee-schedule.js';

const quote: Quote = {
  imageStateGuid: '7e0c9f2e-5a05-4a6e-9c0e-2f6a58e6b0a1',
  expiresAt: '2026-11-21T12:00:00.000Z',
  document: {
    documentKey: 'A1000001',
    documentType: 'A',
    documentNumber: '1000001',
    displayDocNumber: 'A1000001',
    instrumentCode: 'WD',
    instrumentDescription: 'WARRANTY DEED',
  },
  pages: [1, 3, 7, 8, 9],
  alreadyPurchased: [],
  funding: 'ESCROW',
  asset: 'USD',
  lines: [
    { kind: 'FIRST_PAGE', count: 1, unit: 100, total: 100 },
    { kind: 'ADDITIONAL_PAGES', count: 4, unit: 50, total: 200 },
  ],
  charge: 300,
  beginning: 10_000,
  ending: 9_700,
  unlimited: false,
  insufficient: false,
  options: { flatFee: null, escrow: null, creditCard: null },
};
const write = (over: Partial<Quote> = {}) =>
  new FeeScheduleWriter(new Catalogue(), 'ENGLISH', { ...quote, ...over }).order();

test('A10-11 A10-12 A10-15 an order with several lines is itemized, with a total and the balances before and after', () => {
  expect(write().feeSchedule).toMatchObject({
    insufficientBalance: false,
    beginningBalance: { description: 'Beginning balance', value: '$100.00' },
    endingBalance: { description: 'Ending balance', value: '$97.00' },
    singleItemPurchase: null,
    multipleItemPurchase: {
      itemHeaderDescription: 'WARRANTY DEED A1000001, 5 pages',
      items: [
        { description: 'WARRANTY DEED A1000001, first page', value: '$1.00' },
        { description: 'WARRANTY DEED A1000001, 4 pages more', value: '$2.00' },
      ],
      total: { description: 'Total', value: '$3.00' },
    },
    downloadButtonText: 'Pay $3.00 and download',
  });
});

test.each([
  ['SURCHARGE', 'Card surcharge'],
  ['SERVICE_FEE', 'Service fee'],
] as const)('C3-23 A10-12 the fee for paying by card (%s) is a line of its own', (kind, description) => {
  const { feeSchedule } = write({
    lines: [
      { kind: 'DOCUMENT', count: 1, unit: 300, total: 300 },
      { kind, count: 1, unit: 9, total: 9 },
    ],
    ...{ charge: 309, funding: 'CREDIT_CARD' },
  });
  expect(feeSchedule.multipleItemPurchase).toMatchObject({
    items: [
      { description: 'WARRANTY DEED A1000001, 5 pages', value: '$3.00' },
      { description, value: '$0.09' },
    ],
    total: { value: '$3.09' },
  });
});

test('A10-12 an order with a price for the whole document is a single item', () => {
  const { feeSchedule } = write({ lines: [{ kind: 'DOCUMENT', count: 1, unit: 300, total: 300 }] });
  expect(feeSchedule.multipleItemPurchase).toBeNull();
  expect(feeSchedule.singleItemPurchase?.item).toEqual({
    description: 'WARRANTY DEED A1000001, 5 pages',
    value: '$3.00',
  });
});

test('A10-13 an order that is already paid is shown as paid and costs nothing', () => {
  const { feeSchedule } = write({ alreadyPurchased: quote.pages, lines: [], charge: 0, ending: 10_000 });
  expect(feeSchedule.alreadyPurchasedMessage).toBe(
    'You have already purchased these pages. There is no charge.',
  );
  expect(feeSchedule.singleItemPurchase?.item.value).toBe('$0.00');
  expect(feeSchedule.purchaseMessage).toBe('There is no charge for this order.');
});

test("A10-25 the button says 'Pay $3.00 and download', 'Download again' or 'Download', depending on the order", () => {
  const button = (over: Partial<Quote>) => write(over).feeSchedule.downloadButtonText;
  expect(button({})).toBe('Pay $3.00 and download');
  expect(button({ alreadyPurchased: quote.pages, lines: [], charge: 0 })).toBe('Download again');
  expect(button({ lines: [], charge: 0 })).toBe('Download');
  expect(button({ alreadyPurchased: [1], lines: [], charge: 0 })).toBe('Download');
  expect(button({ asset: 'IMG', funding: 'FLAT_FEE', charge: 5, beginning: 50, ending: 45 })).toBe(
    'Download',
  );
});

test('A10-11 A10-13 the texts of an order by card depend on the state of its authorization', () => {
  const card = (over: Partial<Quote>, authorized: boolean) =>
    write({
      funding: 'CREDIT_CARD',
      options: { flatFee: null, escrow: null, creditCard: { authorized } },
      ...over,
    }).feeSchedule;
  expect(card({ beginning: null, ending: null, insufficient: true }, false)).toMatchObject({
    beginningBalance: null,
    purchaseMessage: 'Authorize a credit card to pay for this order.',
    insufficientBalanceMessage:
      'No credit card is authorized yet. Continue to the preauthorization to buy these pages.',
  });
  expect(card({ beginning: 2_000, ending: 1_700 }, true)).toMatchObject({
    beginningBalance: { description: 'Preauthorization left', value: '$20.00' },
    endingBalance: { description: 'Left after this order', value: '$17.00' },
    purchaseMessage: 'This order will be taken from your credit card preauthorization.',
    insufficientBalanceMessage: '',
  });
  expect(card({ beginning: 200, ending: -100, insufficient: true }, true)).toMatchObject({
    insufficientBalanceMessage:
      'Your preauthorization does not have enough left for this order. Continue to authorize more.',
  });
  const tooLarge = { beginning: null, ending: null, insufficient: true };
  const options = { flatFee: null, escrow: null, creditCard: null };
  expect(card({ ...tooLarge, options }, false)).toMatchObject({
    insufficientBalanceMessage:
      'This order cannot be paid by card: it costs more than the portal authorizes on a card.',
    noPurchasingOptionsAvailableMessage: 'Select fewer pages, or contact the county.',
  });
});

test('A10-13 one message says that the balance is too low, and another one that the user cannot add money', () => {
  const { feeSchedule, imageState } = write({ insufficient: true });
  expect(feeSchedule).toMatchObject({
    insufficientBalanceMessage: 'Your balance is too low for this order.',
    noPurchasingOptionsAvailableMessage:
      'You cannot add money to your balance online. Please contact the county.',
  });
  expect(imageState.hasBuyOptions).toBe(false);
});

test('A10-10 the imageState of an order contains the order’s guid and the payment methods', () => {
  expect(
    write({ options: { flatFee: null, escrow: null, creditCard: { authorized: true } } }).imageState,
  ).toEqual({
    guid: quote.imageStateGuid,
    hasBuyOptions: true,
    purchaseOptions: {
      flatFeeOptions: null,
      escrowOptions: null,
      creditCardOptions: { authorizationInfo: { authorized: true } },
    },
  });
});

test('A10-10 A11-20 escrow options state the balance, the missing amount and the surcharge of a deposit', () => {
  const bounds = { min: 1_000, max: 50_000, surchargeMethod: 'percent', surchargeRate: 275 } as const;
  const order = { beginning: 75, ending: -225, insufficient: true };
  const options = { flatFee: null, escrow: bounds, creditCard: null };
  const { imageState, feeSchedule } = write({ ...order, options });
  expect(imageState.purchaseOptions.escrowOptions).toEqual({
    accountMessage: "This download costs $3.00 and is paid from your account's escrow.",
    beginningBalance: { description: 'Beginning balance', value: '$0.75' },
    lowBalanceMessage: 'You need $2.25 more for this download.',
    depositAmountMessage: 'From $10.00 to $500.00',
    surchargeMessage: 'A card surcharge of 2.75% is added to the deposit.',
    endingBalance: { description: 'Balance after this download', value: '-$2.25' },
  });
  expect(feeSchedule.noPurchasingOptionsAvailableMessage).toBe('');
  const unbound = { ...bounds, max: null, surchargeMethod: null, surchargeRate: 0 };
  expect(
    write({ ...order, beginning: null, options: { ...options, escrow: unbound } }).imageState.purchaseOptions
      .escrowOptions,
  ).toMatchObject({
    depositAmountMessage: 'From $10.00',
    surchargeMessage: '',
    beginningBalance: { value: '$0.00' },
  });
});

test('A10-10 flat-fee options have a title, texts and values', () => {
  const bundles = [
    { value: '1', images: 50, cost: 2_000 },
    { value: '3', images: null, cost: 30_000 },
  ];
  const { imageState } = write({ options: { flatFee: { bundles }, escrow: null, creditCard: null } });
  expect(imageState.hasBuyOptions).toBe(true);
  expect(imageState.purchaseOptions.flatFeeOptions).toEqual({
    title: 'Flat Fee Account Add On',
    options: [
      { text: '50 images for $20.00', value: '1' },
      { text: 'Unlimited images this month for $300.00', value: '3' },
    ],
  });
});

test('an order paid from a bundle shows the balance in images, or Unlimited images; an order by invoice shows no balance', () => {
  expect(
    write({ asset: 'IMG', funding: 'FLAT_FEE', beginning: 50, ending: 45 }).feeSchedule.endingBalance?.value,
  ).toBe('45 images');
  expect(write({ asset: 'IMG', unlimited: true }).feeSchedule.beginningBalance?.value).toBe(
    'Unlimited images',
  );
  expect(
    write({ funding: 'INVOICE', beginning: null, ending: null }).feeSchedule.beginningBalance,
  ).toBeNull();
});

test('cents are converted to dollars without floating point', () => {
  expect([0, 5, 100, 123_456, 10_000_000_007, -250].map(dollars)).toEqual([
    '0.00',
    '0.05',
    '1.00',
    '1,234.56',
    '100,000,000.07',
    '-2.50',
  ]);
});
