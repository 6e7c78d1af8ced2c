import * as z from 'zod/mini';
import {
  downloadOrder,
  imageAnswer,
  paymentAnswer,
  type DownloadOrder,
  type DownloadRequest,
  type ImageAnswer,
  type PaymentAnswer,
} from '@portal/proto/http/orders';
import { api } from '../../shared/http/api.js';
import { balanceRead } from '../../shared/state/session.slice.js';

const reference = (imageStateGuid: string) => ({ imageStateGuid });

const orderApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST imaging/computeDownloadOrder (A10-05). */
    computeOrder: build.mutation<DownloadOrder, DownloadRequest>({
      query: (body) => ({ path: 'imaging/computeDownloadOrder', body, answer: downloadOrder }),
    }),
    /** POST imaging/recomputeDownloadOrder (A10-06). */
    recomputeOrder: build.mutation<DownloadOrder, string>({
      query: (guid) => ({
        path: 'imaging/recomputeDownloadOrder',
        body: reference(guid),
        answer: downloadOrder,
      }),
    }),
    /** POST imaging/cancelImageState; the answer is not used (A10-07). */
    cancelOrder: build.mutation<unknown, string>({
      query: (guid) => ({ path: 'imaging/cancelImageState', body: reference(guid), answer: z.unknown() }),
    }),
    /** POST imaging/payDownloadOrder. The answer contains the new balance once the order is paid (A10-08, A10-29). */
    payOrder: build.mutation<PaymentAnswer, string>({
      query: (guid) => ({ path: 'imaging/payDownloadOrder', body: reference(guid), answer: paymentAnswer }),
      async onQueryStarted(_guid, { dispatch, queryFulfilled }) {
        const paid = (await queryFulfilled.catch(() => undefined))?.data;
        const balance = paid?.usageBalanceResult.usageBalance ?? '';
        if (balance !== '') dispatch(balanceRead(balance));
      },
    }),
    /** POST imaging/getImage (A10-09). */
    getImage: build.mutation<ImageAnswer, string>({
      query: (guid) => ({ path: 'imaging/getImage', body: reference(guid), answer: imageAnswer }),
    }),
  }),
});

export const {
  useComputeOrderMutation,
  useRecomputeOrderMutation,
  useCancelOrderMutation,
  usePayOrderMutation,
  useGetImageMutation,
} = orderApi;
