import * as z from 'zod/mini';
import type { CardFrame } from '@portal/proto/http/card-payments';
import {
  efileCaptureAnswer,
  efileCardAnswer,
  efileOffer,
  efileSubmitted,
  type EfileCardAnswer,
  type EfileForm,
  type EfileOffer,
  type EfileSubmitted,
} from '@portal/proto/http/efile';
import { storedProfile, type StoredProfile } from '@portal/proto/http/profile';
import { api } from '../../shared/http/api.js';
import { balanceRead } from '../../shared/state/session.slice.js';

const capturedFrame = z.pipe(
  efileCaptureAnswer,
  z.transform(({ tokenResults }) => tokenResults),
);

const efileApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET efile/offer: the county's note, and the statement that a sender must accept (B10-03). */
    efileOffer: build.query<EfileOffer, void>({
      query: () => ({ path: 'efile/offer', method: 'GET', answer: efileOffer }),
      keepUnusedDataFor: 0,
    }),
    /** GET currentUser/profile (B10-32). */
    senderProfile: build.query<StoredProfile, void>({
      query: () => ({ path: 'currentUser/profile', method: 'GET', answer: storedProfile }),
      keepUnusedDataFor: 0,
    }),
    /** POST creditcard/efileCapture (B10-25). */
    efileCapture: build.mutation<CardFrame, { amount: string; imageId: string }>({
      query: (body) => ({ path: 'creditcard/efileCapture', body, answer: capturedFrame }),
    }),
    /** POST creditcard/efileAuthAndCaptureResponse (B10-26): sends the card frame's message unchanged. */
    reportEfileCard: build.mutation<EfileCardAnswer, { attemptId: string; response: unknown }>({
      query: ({ attemptId, response }) => ({
        path: 'creditcard/efileAuthAndCaptureResponse',
        body: { attemptId, transactionResponse: response },
        answer: efileCardAnswer,
      }),
    }),
    /** POST efile/submission (B10-29); the header shows the new balance. */
    submitEfile: build.mutation<
      EfileSubmitted,
      EfileForm & { imageId: string; paymentTransactionId: string }
    >({
      query: (body) => ({ path: 'efile/submission', body, answer: efileSubmitted }),
      async onQueryStarted(_form, { dispatch, queryFulfilled }) {
        const sent = (await queryFulfilled.catch(() => undefined))?.data;
        if (sent && sent.usageBalance !== '') dispatch(balanceRead(sent.usageBalance));
      },
    }),
  }),
});

export const {
  useEfileOfferQuery,
  useLazySenderProfileQuery,
  useEfileCaptureMutation,
  useReportEfileCardMutation,
  useSubmitEfileMutation,
} = efileApi;
