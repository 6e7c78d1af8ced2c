import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { homeContent, type HomeContent, type TransactionReportRequest } from '@portal/proto/http/home';
import type { CurrentUser } from '@portal/proto/http/session';
import { api } from '../../shared/http/api.js';
import { readFailure, send, type CallError } from '../../shared/http/call.js';

const homeApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET home/all (A7-10), cached by user, because each user sees different content. */
    home: build.query<HomeContent, string>({
      query: () => ({ path: 'home/all', method: 'GET', probesSession: true, answer: homeContent }),
    }),
  }),
});

export const { useHomeQuery } = homeApi;

/** The cache key of the user's home page; all visitors share one key. */
export const homeOf = (user: Pick<CurrentUser, 'userId'> | null): string => user?.userId ?? '';

/** Requests the home page at each visit; the previous content is shown until the answer arrives. */
export const askHome = (
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  user: Pick<CurrentUser, 'userId'> | null,
) => dispatch(homeApi.endpoints.home.initiate(homeOf(user), { subscribe: false, forceRefetch: true }));

/** POST home/transactionReport (A7-15): the PDF, or the error that was returned instead. */
export const readTransactionReport = async (
  request: TransactionReportRequest,
): Promise<{ file: Blob } | { error: CallError }> => {
  const response = await send({ path: 'home/transactionReport', body: request });
  if ('error' in response) return response;
  const refused = !response.ok || response.headers.get('content-type')?.includes('json');
  try {
    return refused
      ? { error: readFailure(response, await response.text()) }
      : { file: await response.blob() };
  } catch {
    return { error: { kind: 'no-response' } };
  }
};
