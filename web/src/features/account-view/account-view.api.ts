import * as z from 'zod/mini';
import { api } from '../../shared/http/api.js';

const accountViewApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST currentUser/leaveView: ends an account view. The session then belongs to the staff user again. */
    leaveView: build.mutation<unknown, void>({
      query: () => ({ path: 'currentUser/leaveView', answer: z.unknown() }),
    }),
  }),
});

export const { useLeaveViewMutation } = accountViewApi;
