import type { ReconciliationRun } from '@portal/proto/rpc/payments';
import type { Run } from './run.repository.js';

/** Converts a comparison run to the form in which staff see it. */
export const shownRun = ({ kind, startedAt, finishedAt, lines, open, failure }: Run): ReconciliationRun => ({
  ...{ kind, lines, open, failure },
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
