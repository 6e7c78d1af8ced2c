import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { ReportName } from '@portal/proto/http/reports';

/** A report that may come from a schedule. */
interface EndedReport {
  readonly schedule: string | null;
  readonly owner: string;
  readonly report: ReportName;
}

/** Has the owner of a schedule told of its report, in the transaction of the end. Others look for themselves. */
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
