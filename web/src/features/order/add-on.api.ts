import type * as z from 'zod/mini';
import {
  addOnConfirmation,
  addOnOptions,
  addOnPurchase,
  type AddOnConfirmation,
} from '@portal/proto/http/card-payments';
import { api } from '../../shared/http/api.js';
import { balanceRead } from '../../shared/state/session.slice.js';

export type AddOnOptions = z.infer<typeof addOnOptions>;
type AddOnPurchase = z.infer<typeof addOnPurchase>;

const addOnApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST flatFee/getAddOnOptions (A11-01). */
    getAddOnOptions: build.mutation<AddOnOptions, void>({
      query: () => ({ path: 'flatFee/getAddOnOptions', answer: addOnOptions }),
    }),
    /** POST flatFee/getUserAddOnConfirmation (A11-06). */
    confirmAddOn: build.mutation<AddOnConfirmation, { guid: string; option: string }>({
      query: ({ guid, option }) => ({
        path: 'flatFee/getUserAddOnConfirmation',
        body: { option, imageStateReference: { imageStateGuid: guid } },
        answer: addOnConfirmation,
      }),
    }),
    /** POST flatFee/userAddOn (A11-16); the header shows the new balance. */
    buyAddOn: build.mutation<AddOnPurchase, string>({
      query: (imageStateGuid) => ({
        path: 'flatFee/userAddOn',
        body: { imageStateGuid },
        answer: addOnPurchase,
      }),
      async onQueryStarted(_guid, { dispatch, queryFulfilled }) {
        const bought = (await queryFulfilled.catch(() => undefined))?.data;
        if (bought && bought.usageBalance !== '') dispatch(balanceRead(bought.usageBalance));
      },
    }),
  }),
});

export const { useGetAddOnOptionsMutation, useConfirmAddOnMutation, useBuyAddOnMutation } = addOnApi;
