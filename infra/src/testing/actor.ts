import type { Actor } from '@portal/proto/rpc/actor';

/** A signed-in user of the county 'lake' who pays image by image from escrow. */
export const testActor = (over: Partial<Actor> = {}): Actor => ({
  county: 'lake',
  user: '00000000-0000-4000-8000-000000000001',
  username: 'test.user',
  account: '00000000-0000-4000-8000-0000000000a1',
  role: 'USER',
  session: '00000000-0000-4000-8000-0000000000f1',
  language: 'ENGLISH',
  terms: {
    accountType: 'A_LA_CARTE',
    paymentMethod: 'ESCROW',
    imageChargeMethod: 'DOCUMENT',
    certificateChargeMethod: 'DOCUMENT',
    imageRetrieval: true,
    previewRetrieval: true,
    certificateRetrieval: true,
    certificatePreviewRetrieval: true,
    userReload: false,
  },
  ...over,
});
