import {
  queueAnswer,
  queuedDetails,
  queueRow,
  type QueueAnswer,
  type QueuedDetails,
  type QueueQuestion,
  type RecordForm,
  type ReturnForm,
} from '@portal/proto/http/efile-queue';
import {
  exchangeAnswer,
  packageMade,
  type ExchangeAnswer,
  type PackageMade,
} from '@portal/proto/http/efile-exchange';
import { api, messageOf } from '../../shared/http/api.js';

interface Named {
  readonly imageId: string;
}

const filingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    filingQueue: build.query<QueueAnswer, QueueQuestion>({
      query: (body) => ({ path: 'efileQueue/list', body, answer: queueAnswer }),
    }),
    queuedFiling: build.query<QueuedDetails, string>({
      query: (imageId) => ({ path: 'efileQueue/details', body: { imageId }, answer: queuedDetails }),
    }),
    claimFiling: build.mutation<QueuedDetails, Named & { over: boolean }>({
      query: (body) => ({ path: 'efileQueue/claim', body, answer: queuedDetails }),
    }),
    releaseFiling: build.mutation<QueuedDetails, Named>({
      query: (body) => ({ path: 'efileQueue/release', body, answer: queuedDetails }),
    }),
    /** POST efileQueue/record; resolves to the server's message. */
    recordFiling: build.mutation<string, Named & RecordForm>({
      query: (body) => ({ path: 'efileQueue/record', body, answer: queueRow }),
      transformResponse: messageOf,
    }),
    /** POST efileQueue/reject and efileQueue/askCorrection; resolves to the server's message. */
    returnFiling: build.mutation<string, Named & ReturnForm & { how: 'reject' | 'askCorrection' }>({
      query: ({ how, ...body }) => ({ path: `efileQueue/${how}`, body, answer: queueRow }),
      transformResponse: messageOf,
    }),
    exchange: build.query<ExchangeAnswer, void>({
      query: () => ({ path: 'efileQueue/exchange', method: 'GET', answer: exchangeAnswer }),
    }),
    makePackage: build.mutation<
      PackageMade,
      { imageId: string } | { from: number | null; to: number | null }
    >({
      query: (body) => ({ path: 'efileQueue/package', body, answer: packageMade }),
    }),
  }),
});

export const {
  useExchangeQuery,
  useMakePackageMutation,
  useFilingQueueQuery,
  useQueuedFilingQuery,
  useClaimFilingMutation,
  useReleaseFilingMutation,
  useRecordFilingMutation,
  useReturnFilingMutation,
} = filingsApi;
