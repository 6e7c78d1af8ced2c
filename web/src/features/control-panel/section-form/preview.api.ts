import * as z from 'zod/mini';
import { accountOffer, type AccountOffer } from '@portal/proto/http/account-offer';
import { homeContent, type HomeContent } from '@portal/proto/http/home';
import { paragraph, slides, type LoginPageContent } from '@portal/proto/http/login-page';
import { api } from '../../../shared/http/api.js';

/** The unsaved values of sections, by the name of the section. All other sections are shown as they are saved. */
type Drafts = Readonly<Record<string, unknown>>;

const loginPageContent = z.object({ links: z.array(paragraph), latestNews: z.array(paragraph), slides });

const previewApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewHome: build.mutation<HomeContent, Drafts>({
      query: (sections) => ({ path: 'controlPanel/preview/home', body: { sections }, answer: homeContent }),
    }),
    previewLoginPage: build.mutation<LoginPageContent, Drafts>({
      query: (sections) => ({
        path: 'controlPanel/preview/loginPage',
        body: { sections },
        answer: loginPageContent,
      }),
    }),
    previewRegistration: build.mutation<AccountOffer, Drafts>({
      query: (sections) => ({
        path: 'controlPanel/preview/registration',
        body: { sections },
        answer: accountOffer,
      }),
    }),
  }),
});

export const { usePreviewHomeMutation, usePreviewLoginPageMutation, usePreviewRegistrationMutation } =
  previewApi;
