import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { ReportName } from '@portal/proto/http/reports';

/** A report job that has ended; `schedule` is null for one that a user requested. */
interface EndedReport {
  readonly schedule: string | null;
  readonly owner: string;
  readonly report: ReportName;
}

/** Emits a fact for the owner of a schedule when its report has ended. Owners of other jobs see the end on the page. */
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
