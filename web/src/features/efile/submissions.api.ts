import {
  submissionDetails,
  submissionsPage,
  type SubmissionDetails,
  type SubmissionsPage,
} from '@portal/proto/http/submissions';
import { api } from '../../shared/http/api.js';

const submissionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    submissions: build.query<SubmissionsPage, { page: number }>({
      query: (body) => ({ path: 'submissions/list', body, answer: submissionsPage }),
      keepUnusedDataFor: 0,
    }),
    submission: build.query<SubmissionDetails, { imageId: string }>({
      query: (body) => ({ path: 'submissions/details', body, answer: submissionDetails }),
      keepUnusedDataFor: 0,
    }),
    withdrawSubmission: build.mutation<SubmissionDetails, { imageId: string }>({
      query: (body) => ({ path: 'submissions/withdraw', body, answer: submissionDetails }),
    }),
  }),
});

export const { useSubmissionsQuery, useSubmissionQuery, useWithdrawSubmissionMutation } = submissionsApi;
