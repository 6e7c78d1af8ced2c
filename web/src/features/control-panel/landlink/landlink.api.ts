import { landLinkFilesPage, type LandLinkFilesPage } from '@portal/proto/http/landlink';
import { api } from '../../../shared/http/api.js';

const landLinkApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST controlPanel/landLinkFiles: a page of the list. */
    landLinkFiles: build.query<LandLinkFilesPage, number>({
      query: (page) => ({ path: 'controlPanel/landLinkFiles', body: { page }, answer: landLinkFilesPage }),
    }),
  }),
});

export const { useLandLinkFilesQuery } = landLinkApi;
