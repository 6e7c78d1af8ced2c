import {
  offeredReports,
  reportPage,
  type OfferedReports,
  type ReportCriteria,
  type ReportName,
  type ReportPage,
} from '@portal/proto/http/reports';
import { reportJobs, type ReportJobs } from '@portal/proto/http/report-jobs';
import {
  reportSchedules,
  type NewReportSchedule,
  type ReportSchedules,
} from '@portal/proto/http/report-schedules';
import * as z from 'zod/mini';
import { api } from '../../shared/http/api.js';

/** Asks for one page of one report. */
export interface AskedPage extends ReportCriteria {
  report: ReportName;
  page: number;
  direction: 'ASC' | 'DESC';
}

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET report/offered, cached by user, because each role has its own reports. */
    offeredReports: build.query<OfferedReports, string>({
      query: () => ({ path: 'report/offered', method: 'GET', answer: offeredReports }),
    }),
    reportPage: build.query<ReportPage, AskedPage>({
      query: (body) => ({ path: 'report/page', body, answer: reportPage }),
    }),
    /** GET report/jobs, cached by user. */
    reportJobs: build.query<ReportJobs, string>({
      query: () => ({ path: 'report/jobs', method: 'GET', answer: reportJobs }),
    }),
    removeReportJob: build.mutation<unknown, string>({
      query: (job) => ({ path: 'report/jobs/remove', body: { job }, answer: z.unknown() }),
    }),
    /** GET report/schedules, cached by user. */
    reportSchedules: build.query<ReportSchedules, string>({
      query: () => ({ path: 'report/schedules', method: 'GET', answer: reportSchedules }),
    }),
    addReportSchedule: build.mutation<{ schedule: string }, NewReportSchedule>({
      query: (body) => ({
        path: 'report/schedules/add',
        body,
        answer: z.object({ schedule: z.string() }),
      }),
    }),
    removeReportSchedule: build.mutation<unknown, string>({
      query: (schedule) => ({ path: 'report/schedules/remove', body: { schedule }, answer: z.unknown() }),
    }),
  }),
});

export const {
  useAddReportScheduleMutation,
  useOfferedReportsQuery,
  useRemoveReportJobMutation,
  useRemoveReportScheduleMutation,
  useReportJobsQuery,
  useReportPageQuery,
  useReportSchedulesQuery,
} = reportsApi;
