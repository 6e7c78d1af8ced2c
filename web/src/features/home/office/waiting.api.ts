import * as z from 'zod/mini';
import { api } from '../../../shared/http/api.js';

/** Of each list, only how many there are. */
const counted = z.object({ total: z.int() });
const months = z.object({ needsFunds: z.int(), needsReview: z.int() });

const totalOf = ({ total }: z.infer<typeof counted>): number => total;

/** All are cached by user. */
const waitingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST efileQueue/list: submissions that wait for the office. */
    waitingSubmissions: build.query<number, string>({
      query: () => ({ path: 'efileQueue/list', body: { view: 'WAITING', page: 1 }, answer: counted }),
      transformResponse: totalOf,
    }),
    /** POST userManager/users: users who have registered and are not active yet. */
    waitingRegistrations: build.query<number, string>({
      query: () => ({ path: 'userManager/users', body: { statusType: 'P', page: 1 }, answer: counted }),
      transformResponse: totalOf,
    }),
    /** GET controlPanel/billingStanding: months of fees that need money or a person. */
    waitingMonths: build.query<z.infer<typeof months>, string>({
      query: () => ({ path: 'controlPanel/billingStanding', method: 'GET', answer: months }),
    }),
  }),
});

export const { useWaitingSubmissionsQuery, useWaitingRegistrationsQuery, useWaitingMonthsQuery } = waitingApi;
