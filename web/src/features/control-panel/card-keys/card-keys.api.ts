import {
  cardKeys,
  cardKeysCheck,
  type CardKeys,
  type CardKeysCheck,
  type CardKeysDecision,
  type CardKeysRequest,
} from '@portal/proto/http/card-keys';
import * as z from 'zod/mini';
import { api, messageOf } from '../../../shared/http/api.js';

const cardKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    cardKeys: build.query<CardKeys, void>({
      query: () => ({ path: 'controlPanel/cardKeys', method: 'GET', answer: cardKeys }),
    }),
    /** POST controlPanel/cardKeys; resolves to the server's message. */
    saveCardKeys: build.mutation<string, CardKeysRequest>({
      query: (body) => ({ path: 'controlPanel/cardKeys', body, answer: z.object({ waits: z.boolean() }) }),
      transformResponse: messageOf,
    }),
    /** POST controlPanel/cardKeys/decision; resolves to the server's message. */
    decideCardKeys: build.mutation<string, CardKeysDecision>({
      query: (body) => ({ path: 'controlPanel/cardKeys/decision', body, answer: z.object({}) }),
      transformResponse: messageOf,
    }),
    checkCardKeys: build.mutation<CardKeysCheck, void>({
      query: () => ({ path: 'controlPanel/cardKeys/check', body: {}, answer: cardKeysCheck }),
    }),
  }),
});

export const {
  useCardKeysQuery,
  useSaveCardKeysMutation,
  useDecideCardKeysMutation,
  useCheckCardKeysMutation,
} = cardKeysApi;
