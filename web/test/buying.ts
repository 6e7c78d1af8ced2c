import type { DownloadOrder } from '@portal/proto/http/orders';
import { someOrder } from './image-flow.js';
import type { Handler } from './portal.js';

// The server's data about the ways to pay for an order.

export type Options = DownloadOrder['imageState']['purchaseOptions'];
export const flatFeeOptions = {
  title: 'Flat Fee Account Add On',
  options: [
    { text: '50 images for $20.00', value: '1' },
    { text: 'Unlimited images this month for $300.00', value: '3' },
  ],
};
export const escrowOptions: NonNullable<Options['escrowOptions']> = {
  accountMessage: "This download costs $4.00 and is paid from your account's escrow.",
  beginningBalance: { description: 'Beginning balance', value: '$1.00' },
  lowBalanceMessage: 'Your balance is $3.00 short of this download.',
  depositAmountMessage: 'From $10.00 to $500.00',
  surchargeMessage: 'A card surcharge of 2.75% is added to the deposit.',
  endingBalance: { description: 'Balance after this download', value: '-$3.00' },
};
export const creditCardOptions = { authorizationInfo: { authorized: false } };
export const short = { insufficientBalance: true };
export const orderGuid = someOrder().imageState.guid;
export const addOnGuid = '0b51c8b6-0000-4000-8000-0000000000ad';
export const attemptId = '0b51c8b6-0000-4000-8000-0000000000ca';

export const confirmation = {
  ok: true,
  errorMessage: '',
  headers: ['You are about to buy:', '50 images for $20.00'],
  accountMessage: "The bundle is paid from your account's escrow.",
  beginningBalance: { description: 'Beginning balance', value: '$25.00' },
  endingBalance: { description: 'Ending balance', value: '$5.00' },
  purchaseMessage: 'You will have 53 images.',
  purchase: { description: '50 images', value: '$20.00' },
  insufficientBalance: false,
};
export const frame = {
  attemptId,
  token: 'token',
  formAction: 'http://pay.localhost:8081/payment',
  frameOrigin: 'http://pay.localhost:8081',
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
  amount: '$10.00',
  surcharge: '',
  total: '$10.00',
};
export const paid = { status: 'PAID', usageBalanceResult: { usageBalance: '$6.00' } };
export const image = { preview: true, pdf: '', header: { uiSaveAsImageName: '' } };
export const addOnCalls: Record<string, Handler> = {
  'flatFee/getAddOnOptions': () => ({
    guid: addOnGuid,
    hasBuyOptions: true,
    purchaseOptions: { flatFeeOptions, escrowOptions: null, creditCardOptions: null },
  }),
  'flatFee/getUserAddOnConfirmation': () => confirmation,
  'flatFee/userAddOn': () => ({ ok: true, message: 'Thank you.', usageBalance: '53 images' }),
  'imaging/cancelImageState': () => ({}),
};
