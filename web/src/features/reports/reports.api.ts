import {
  offeredReports,
  reportPage,
  type OfferedReports,
  type ReportCriteria,
  type ReportName,
  type ReportPage,
} from '@portal/proto/http/reports';
import { reportJobs, type ReportJobs } from '@portal/proto/http/report-jobs';
import * as z from 'zod/mini';
import { api } from '../../shared/http/api.js';

/** Which page of which report. */
export interface AskedPage extends ReportCriteria {
  report: ReportName;
  page: number;
  direction: 'ASC' | 'DESC';
}

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET report/offered, cached by user, because each role has its own. */
    offeredReports: build.query<OfferedReports, string>({
      query: () => ({ path: 'report/offered', method: 'GET', answer: offeredReports }),
    }),
    /** POST report/page. */
    reportPage: build.query<ReportPage, AskedPage>({
      query: (body) => ({ path: 'report/page', body, answer: reportPage }),
    }),
    /** GET report/jobs, cached by user. */
    reportJobs: build.query<ReportJobs, string>({
      query: () => ({ path: 'report/jobs', method: 'GET', answer: reportJobs }),
    }),
    /** POST report/jobs/remove. */
    removeReportJob: build.mutation<unknown, string>({
      query: (job) => ({ path: 'report/jobs/remove', body: { job }, answer: z.unknown() }),
    }),
  }),
});

export const { useOfferedReportsQuery, useRemoveReportJobMutation, useReportJobsQuery, useReportPageQuery } =
  reportsApi;
