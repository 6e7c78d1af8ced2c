import { salesSetup, type SalesSetup } from '@portal/proto/http/sales-setup';
import * as z from 'zod/mini';
import { api } from '../../../shared/http/api.js';

const standing = z.object({
  name: z.string(),
  version: z.number(),
  savedBy: z.string(),
  savedAt: z.nullable(z.string()),
});
export type Standing = z.infer<typeof standing>;

const startApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET controlPanel/countyConfig: every section's version, who saved it and when. */
    sectionStandings: build.query<Standing[], void>({
      query: () => ({
        path: 'controlPanel/countyConfig',
        method: 'GET',
        answer: z.object({ sections: z.array(standing) }),
      }),
      transformResponse: ({ sections }: { sections: Standing[] }) => sections,
      keepUnusedDataFor: 0,
    }),
    salesSetup: build.query<SalesSetup, void>({
      query: () => ({ path: 'controlPanel/salesSetup', method: 'GET', answer: salesSetup }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSectionStandingsQuery, useSalesSetupQuery } = startApi;
