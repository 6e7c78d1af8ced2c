import type { ListedImport } from '@portal/proto/http/monitoring';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Notice } from '../../ui/components/notice.js';
import { countText, ImportProgress, StateBadge } from './import-state.js';
import { useImportsQuery } from './monitoring.api.js';
import { PageImagesState } from './page-images-state.js';

/** The newest imports of this county, so that an operator sees whether the last import worked. */
export function ImportsSection({ everyMs }: { everyMs: number }) {
  const t = useTexts();
  const { data, isError, refetch } = useImportsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: everyMs,
  });
  return (
    <section className="stack" aria-labelledby="monitoring-imports">
      <h2 id="monitoring-imports">{t('monitoring:imports.title')}</h2>
      <p>{t('monitoring:imports.lead')}</p>
      {data?.imagesSilent && <Notice tone="warning" title={t('monitoring:imports.imagesSilent')} />}
      <ImportsTable rows={data?.imports} failed={isError} onAgain={() => void refetch()} />
    </section>
  );
}

interface ImportsTableProps {
  rows: readonly ListedImport[] | undefined;
  failed: boolean;
  onAgain(): void;
}

function ImportsTable({ rows, failed, onAgain }: ImportsTableProps) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const moment = (iso: string | null): string => {
    if (iso === null) return '\u2013';
    const { date, time } = momentOf(iso, timeZone);
    return `${date} ${time}`;
  };
  const head = (name: string) => ({ name, head: t(`monitoring:imports.${name}`) });
  const columns: Column<ListedImport>[] = [
    { ...head('bundle'), cell: (run) => <Bundle run={run} /> },
    { ...head('state'), cell: (run) => <State run={run} /> },
    { ...head('startedAt'), cell: ({ startedAt }) => moment(startedAt), look: 'moment' },
    { ...head('endedAt'), cell: ({ endedAt }) => moment(endedAt), look: 'moment' },
    { ...head('startedBy'), cell: ({ startedBy }) => startedBy || '\u2013' },
    { ...head('documents'), cell: ({ documents }) => countText(documents), look: 'amount' },
    { ...head('pageImages'), cell: (run) => <PageImagesState run={run} /> },
    { ...head('rejected'), cell: ({ rejected }) => countText(rejected), look: 'amount' },
  ];
  return (
    <DataTable
      narrow="labeled"
      caption={t('monitoring:imports.title')}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      failed={
        failed
          ? { title: t('monitoring:imports.loadFailed'), again: t('monitoring:imports.loadAgain'), onAgain }
          : undefined
      }
      empty={
        <EmptyState icon="clock" title={t('monitoring:imports.none')}>
          <p>{t('monitoring:imports.noneLead')}</p>
          <p>
            <code>npm run import</code>
          </p>
        </EmptyState>
      }
    />
  );
}

function Bundle({ run: { bundle, kind } }: { run: ListedImport }) {
  const t = useTexts();
  return (
    <span>
      {bundle} {kind && <span className="small muted">{t(`monitoring:imports.kind.${kind}`)}</span>}
    </span>
  );
}

/** The state, with the progress of a running import, or the reason why an import did not work. */
function State({ run }: { run: ListedImport }) {
  const t = useTexts();
  const { state, failure } = run;
  return (
    <div>
      <StateBadge state={state} />
      {state === 'RUNNING' && <Progress run={run} />}
      {state === 'INTERRUPTED' && <p className="small">{t('monitoring:imports.interrupted')}</p>}
      {failure !== '' && <p className="small">{failure}</p>}
    </div>
  );
}

function Progress({ run: { id, step, done, whole } }: { run: ListedImport }) {
  const t = useTexts();
  const label = t(`monitoring:imports.steps.${step}`, {
    done: countText(done),
    whole: countText(whole),
  });
  return <ImportProgress id={`import-${id}`} label={label} done={done} whole={whole} />;
}
