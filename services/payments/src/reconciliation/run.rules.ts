import type { ReconciliationRun } from '@portal/proto/rpc/payments';
import type { Run } from './run.repository.js';

/** A run in the form that staff gets. */
export const shownRun = ({ kind, startedAt, finishedAt, lines, open, failure }: Run): ReconciliationRun => ({
  ...{ kind, lines, open, failure },
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
