import * as z from 'zod/mini';
import { api } from '../../../shared/http/api.js';

/** The total in an answer that contains a list. The list itself is not read. */
const counted = z.object({ total: z.int() });
const months = z.object({ needsFunds: z.int(), needsReview: z.int() });

const corrections = z.object({ toApprove: z._default(z.int(), 0) });
const cardKeys = z.object({ waiting: z.nullable(z.object({})) });

const totalOf = ({ total }: z.infer<typeof counted>): number => total;

/** Every answer is cached by user. */
const waitingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST efileQueue/list: submissions that wait for the office. */
    waitingSubmissions: build.query<number, string>({
      query: () => ({ path: 'efileQueue/list', body: { view: 'WAITING', page: 1 }, answer: counted }),
      transformResponse: totalOf,
    }),
    /** POST cashier/list: corrections at the cashier that the user may approve. */
    waitingCorrections: build.query<number, string>({
      query: () => ({ path: 'cashier/list', body: {}, answer: corrections }),
      transformResponse: ({ toApprove }: z.infer<typeof corrections>) => toApprove,
    }),
    /** POST userManager/users: users who have registered and are not active yet. */
    waitingRegistrations: build.query<number, string>({
      query: () => ({ path: 'userManager/users', body: { statusType: 'P', page: 1 }, answer: counted }),
      transformResponse: totalOf,
    }),
    /**
     * GET controlPanel/cardKeys: 1 if keys of another card merchant wait for a second person's decision, otherwise 0.
     */
    waitingCardKeys: build.query<number, string>({
      query: () => ({ path: 'controlPanel/cardKeys', method: 'GET', answer: cardKeys }),
      transformResponse: ({ waiting }: z.infer<typeof cardKeys>) => (waiting ? 1 : 0),
    }),
    /** GET controlPanel/billingStanding: months of fees that need money or a review. */
    waitingMonths: build.query<z.infer<typeof months>, string>({
      query: () => ({ path: 'controlPanel/billingStanding', method: 'GET', answer: months }),
    }),
  }),
});

export const {
  useWaitingSubmissionsQuery,
  useWaitingRegistrationsQuery,
  useWaitingMonthsQuery,
  useWaitingCardKeysQuery,
  useWaitingCorrectionsQuery,
} = waitingApi;
