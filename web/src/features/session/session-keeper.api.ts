import * as z from 'zod/mini';
import { api } from '../../shared/http/api.js';

const nothing = z.unknown();

const keeperApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Any call extends the session. If this call fails, the session goes on here, because only the server ends it. */
    stay: build.mutation<unknown, void>({
      query: () => ({ path: 'currentUser/loginStatus', method: 'GET', answer: nothing }),
    }),
  }),
});

export const { useStayMutation } = keeperApi;
