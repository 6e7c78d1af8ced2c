import { accountOffer, type AccountOffer } from '@portal/proto/http/account-offer';
import { api } from './http/api.js';

const accountOfferApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET auth/accountOffer: what a self-registered account pays, and how. */
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
