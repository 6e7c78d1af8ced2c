import type { ReconciliationRun } from '@portal/proto/rpc/payments';
import type { Run } from './run.repository.js';

/** A run as the answer to staff shows it. */
export const shownRun = ({ kind, startedAt, finishedAt, lines, open, failure }: Run): ReconciliationRun => ({
  ...{ kind, lines, open, failure },
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
