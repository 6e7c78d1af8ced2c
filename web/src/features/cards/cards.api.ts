import * as z from 'zod/mini';
import {
  authorizationAnswer,
  authorizationStart,
  authorizationTerms,
  depositCompletion,
  depositQuote,
  depositStart,
  type AuthorizationAnswer,
  type AuthorizationTerms,
  type CardFrame,
  type DepositCompletion,
  type DepositQuote,
} from '@portal/proto/http/card-payments';
import { api } from '../../shared/http/api.js';
import { balanceRead } from '../../shared/state/session.slice.js';

/** A payment attempt, and the message that the frame sent about it, unchanged. */
export interface FrameReport {
  attemptId: string;
  response: unknown;
}

const reported = ({ attemptId, response }: FrameReport) => ({ attemptId, transactionResponse: response });

const startedFrame = z.pipe(
  depositStart,
  z.transform(({ tokenResults }) => tokenResults),
);

const cardsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * POST escrowDeposit/quoteDeposit: the bounds, the surcharge and the total for a typed amount in dollars; '0'
     * requests only the bounds.
     */
    quoteDeposit: build.mutation<DepositQuote, string>({
      query: (amount) => ({ path: 'escrowDeposit/quoteDeposit', body: { amount }, answer: depositQuote }),
    }),
    /** POST escrowDeposit/initiateDeposit (A8-09). */
    initiateDeposit: build.mutation<CardFrame, string>({
      query: (amount) => ({ path: 'escrowDeposit/initiateDeposit', body: { amount }, answer: startedFrame }),
    }),
    /** POST escrowDeposit/completeDeposit (A8-17); the header shows the new balance (A8-18). */
    completeDeposit: build.mutation<DepositCompletion, FrameReport>({
      query: (report) => ({
        path: 'escrowDeposit/completeDeposit',
        body: reported(report),
        answer: depositCompletion,
      }),
      async onQueryStarted(_report, { dispatch, queryFulfilled }) {
        const completed = (await queryFulfilled.catch(() => undefined))?.data;
        if (completed && completed.usageBalance !== '') dispatch(balanceRead(completed.usageBalance));
      },
    }),
    /** POST creditcard/authorize (A11-27, B9-03). */
    authorizeCard: build.mutation<CardFrame, void>({
      query: () => ({ path: 'creditcard/authorize', answer: authorizationStart }),
    }),
    /** POST creditcard/authorizationResponse (A11-28). */
    reportAuthorization: build.mutation<AuthorizationAnswer, FrameReport>({
      query: (report) => ({
        path: 'creditcard/authorizationResponse',
        body: reported(report),
        answer: authorizationAnswer,
      }),
    }),
    /** POST creditcard/getAuthorization: the amount to authorize, and what is left of the current authorization. */
    getAuthorizationTerms: build.mutation<AuthorizationTerms, void>({
      query: () => ({ path: 'creditcard/getAuthorization', answer: authorizationTerms }),
    }),
  }),
});

export const {
  useQuoteDepositMutation,
  useInitiateDepositMutation,
  useCompleteDepositMutation,
  useAuthorizeCardMutation,
  useReportAuthorizationMutation,
  useGetAuthorizationTermsMutation,
} = cardsApi;
