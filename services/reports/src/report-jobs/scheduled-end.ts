import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { ReportName } from '@portal/proto/http/reports';

/** A report job that has ended. `schedule` is null if a user requested the report. */
interface EndedReport {
  readonly schedule: string | null;
  readonly owner: string;
  readonly report: ReportName;
}

/**
 * Emits a fact for the owner of a schedule when a report of the schedule has ended. Owners of other jobs see the end
 * on the page of jobs.
 */
export async function tellEnd(
  tx: Tx,
  { schedule, owner, report }: EndedReport,
  written: boolean,
): Promise<void> {
  if (schedule === null) return;
  await emit(tx, {
    type: 'reports.scheduled-report-ended.v1',
    aggregate: `report-schedule:${schedule}`,
    payload: { user: owner, report, written },
  });
}
