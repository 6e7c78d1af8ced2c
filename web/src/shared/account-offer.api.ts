import { accountOffer, type AccountOffer } from '@portal/proto/http/account-offer';
import { api } from './http/api.js';

const accountOfferApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET auth/accountOffer: the prices and payment methods of a self-registered account. */
    accountOffer: build.query<AccountOffer, void>({
      query: () => ({
        path: 'auth/accountOffer',
        method: 'GET',
        answer: accountOffer,
        probesSession: true,
      }),
    }),
  }),
});

export const { useAccountOfferQuery } = accountOfferApi;
