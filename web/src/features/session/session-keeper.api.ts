import * as z from 'zod/mini';
import { api } from '../../shared/http/api.js';

const nothing = z.unknown();

const keeperApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Extends the session, as any call does. If the call fails, the page does not log the user out, because only the
     * server ends a session.
     */
    stay: build.mutation<unknown, void>({
      query: () => ({ path: 'currentUser/loginStatus', method: 'GET', answer: nothing }),
    }),
  }),
});

export const { useStayMutation } = keeperApi;
