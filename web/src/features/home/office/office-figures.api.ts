import { officeFigures, type OfficeFigures } from '@portal/proto/http/office-figures';
import { api } from '../../../shared/http/api.js';

const figuresApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET report/figures, cached by user. */
    officeFigures: build.query<OfficeFigures, string>({
      query: () => ({ path: 'report/figures', method: 'GET', answer: officeFigures }),
    }),
  }),
});

export const { useOfficeFiguresQuery } = figuresApi;
