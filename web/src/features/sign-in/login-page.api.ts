import { paragraphs, slides, type Paragraph, type Slides } from '@portal/proto/http/login-page';
import { api } from '../../shared/http/api.js';

const read = (path: string) => ({
  path: `auth/loginPage${path}`,
  method: 'GET' as const,
  probesSession: true,
});

const loginPageApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET auth/loginPageLinks (A2-21). */
    loginPageLinks: build.query<Paragraph[], void>({
      query: () => ({ ...read('Links'), answer: paragraphs }),
      transformResponse: (answer: { paragraphs: Paragraph[] }) => answer.paragraphs,
    }),
    /** GET auth/loginPageSlides (A2-22). */
    loginPageSlides: build.query<Slides, void>({ query: () => ({ ...read('Slides'), answer: slides }) }),
    /** GET auth/loginPageLatestNews (A2-23). */
    loginPageLatestNews: build.query<Paragraph[], void>({
      query: () => ({ ...read('LatestNews'), answer: paragraphs }),
      transformResponse: (answer: { paragraphs: Paragraph[] }) => answer.paragraphs,
    }),
  }),
});

export const { useLoginPageLinksQuery, useLoginPageSlidesQuery, useLoginPageLatestNewsQuery } = loginPageApi;
