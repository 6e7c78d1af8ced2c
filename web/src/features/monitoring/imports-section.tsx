import type { ImportRun } from '@portal/proto/http/monitoring';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { useImportsQuery } from './monitoring.api.js';

/** The newest imports of this county, so that an operator sees whether the last one worked. */
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
      <ImportsTable rows={data?.imports} failed={isError} onAgain={() => void refetch()} />
    </section>
  );
}

interface ImportsTableProps {
  rows: readonly ImportRun[] | undefined;
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
  const columns: Column<ImportRun>[] = [
    { ...head('bundle'), cell: (run) => <Bundle run={run} /> },
    { ...head('state'), cell: (run) => <State run={run} /> },
    { ...head('startedAt'), cell: ({ startedAt }) => moment(startedAt), look: 'moment' },
    { ...head('endedAt'), cell: ({ endedAt }) => moment(endedAt), look: 'moment' },
    { ...head('startedBy'), cell: ({ startedBy }) => startedBy || '\u2013' },
    { ...head('documents'), cell: ({ documents }) => countText(documents), look: 'amount' },
    { ...head('images'), cell: ({ images }) => countText(images), look: 'amount' },
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

const countText = (count: number | null): string => count?.toLocaleString('en-US') ?? '\u2013';

function Bundle({ run: { bundle, kind } }: { run: ImportRun }) {
  const t = useTexts();
  return (
    <span>
      {bundle} {kind && <span className="small muted">{t(`monitoring:imports.kind.${kind}`)}</span>}
    </span>
  );
}

const looks: Record<ImportRun['state'], { badge: string; icon: string }> = {
  RUNNING: { badge: 'badge badge--info', icon: 'refresh' },
  DONE: { badge: 'badge badge--success', icon: 'check' },
  REFUSED: { badge: 'badge badge--error', icon: 'error' },
  FAILED: { badge: 'badge badge--error', icon: 'error' },
  INTERRUPTED: { badge: 'badge badge--warning', icon: 'warning' },
};

/** The state, with the progress of a running import or the reason of one that did not work. */
function State({ run }: { run: ImportRun }) {
  const t = useTexts();
  const { state, failure } = run;
  return (
    <div>
      <span className={looks[state].badge}>
        <Icon name={looks[state].icon} /> {t(`monitoring:imports.states.${state}`)}
      </span>
      {state === 'RUNNING' && <Progress run={run} />}
      {state === 'INTERRUPTED' && <p className="small">{t('monitoring:imports.interrupted')}</p>}
      {failure !== '' && <p className="small">{failure}</p>}
    </div>
  );
}

function Progress({ run: { id, step, done, whole } }: { run: ImportRun }) {
  const t = useTexts();
  const label = t(`monitoring:imports.steps.${step}`, {
    done: countText(done),
    whole: countText(whole),
  });
  if (whole === 0) return <p className="small">{label}</p>;
  return (
    <div className="progress">
      <div className="progress__text">
        <label htmlFor={`import-${id}`}>{label}</label>
      </div>
      <progress id={`import-${id}`} value={done} max={whole} />
    </div>
  );
}
