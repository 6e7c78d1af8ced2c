import { importSilentMs, type ImportRun } from '@portal/proto/http/monitoring';

/** A row of `import_run`; counts are text because they are bigint. */
export interface StoredRun extends Pick<
  ImportRun,
  'id' | 'bundle' | 'kind' | 'startedBy' | 'step' | 'failure' | 'run'
> {
  readonly state: Exclude<ImportRun['state'], 'INTERRUPTED'>;
  readonly done: string;
  readonly whole: string;
  readonly documents: string | null;
  readonly images: string | null;
  readonly rejected: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly endedAt: Date | null;
  /** When the row was read. Like the other times, it comes from the database's clock. */
  readonly readAt: Date;
}

const countOf = (text: string | null): number | null => (text === null ? null : Number(text));

/**
 * The import as the page shows it. A running import that has written no heartbeat for a minute counts as interrupted.
 */
export function shownRun({ seenAt, readAt, startedAt, endedAt, ...run }: StoredRun): ImportRun {
  const isGone = run.state === 'RUNNING' && readAt.getTime() - seenAt.getTime() > importSilentMs;
  const end = isGone ? seenAt : endedAt;
  return {
    ...run,
    state: isGone ? 'INTERRUPTED' : run.state,
    done: Number(run.done),
    whole: Number(run.whole),
    documents: countOf(run.documents),
    images: countOf(run.images),
    rejected: Number(run.rejected),
    startedAt: startedAt.toISOString(),
    endedAt: end?.toISOString() ?? null,
  };
}
