import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { homeContent, type HomeContent, type TransactionReportRequest } from '@portal/proto/http/home';
import type { CurrentUser } from '@portal/proto/http/session';
import { api } from '../../shared/http/api.js';
import { readFailure, send, type CallError } from '../../shared/http/call.js';

const homeApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET home/all (A7-10), for each user anew: what one sees is not the next one's. */
    home: build.query<HomeContent, string>({
      query: () => ({ path: 'home/all', method: 'GET', probesSession: true, answer: homeContent }),
    }),
  }),
});

export const { useHomeQuery } = homeApi;

/** Whose home page it is: visitors share one. */
export const homeOf = (user: Pick<CurrentUser, 'userId'> | null): string => user?.userId ?? '';

/** Asks for the home page each time that it is gone to; what was there before stands meanwhile. */
export const askHome = (
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  user: Pick<CurrentUser, 'userId'> | null,
) => dispatch(homeApi.endpoints.home.initiate(homeOf(user), { subscribe: false, forceRefetch: true }));

/** POST home/transactionReport (A7-15): the PDF, or the error that came in its place. */
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
