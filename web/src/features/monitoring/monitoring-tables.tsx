import type { Monitoring } from '@portal/proto/http/monitoring';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { Icon } from '../../ui/components/icon.js';
import '../../ui/styles/labeled-cards.css';
import { disksOf, jobsOf, type ServiceRow, type ServiceState } from './services.rules.js';

type Process = Monitoring['processes'][number];
interface OfMonitoring {
  monitoring: Monitoring | undefined;
}

const lanes = ['fast', 'slow', 'must'] as const;
const msText = (ms: number | null): string => {
  if (ms === null) return '\u2013';
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
};
const gigabytes = (bytes: number): string => `${Math.round(bytes / 1e9).toLocaleString('en-US')} GB`;

const looks: Record<ServiceState, { badge: string; icon: string }> = {
  ready: { badge: 'badge badge--success', icon: 'check' },
  trouble: { badge: 'badge badge--warning', icon: 'warning' },
  lost: { badge: 'badge badge--warning', icon: 'clock' },
  away: { badge: 'badge badge--error', icon: 'error' },
};

function StateBadge({ state }: { state: ServiceState }) {
  const t = useTexts();
  return (
    <span className={looks[state].badge}>
      <Icon name={looks[state].icon} /> {t(`monitoring:state.${state}`)}
    </span>
  );
}

function useHeads(): (name: string) => { name: string; head: string } {
  const t = useTexts();
  return (name) => ({ name, head: t(`monitoring:column.${name}`) });
}

/** Each service with its replicas, its waiting commands and its response times. */
export function ServicesTable({ rows }: { rows: readonly ServiceRow[] | undefined }) {
  const t = useTexts();
  const head = useHeads();
  const columns: Column<ServiceRow>[] = [
    { ...head('service'), cell: ({ service }) => service },
    { ...head('state'), cell: ({ state }) => <StateBadge state={state} /> },
    { ...head('version'), cell: ({ versions }) => versions.join(', '), look: 'figures' },
    {
      ...head('ready'),
      cell: ({ ready, replicas }) => t('monitoring:of', { ready, replicas }),
      look: 'amount',
    },
    ...lanes.map((lane): Column<ServiceRow> => ({
      ...head(lane),
      cell: ({ waiting }) => waiting[lane] ?? '\u2013',
      look: 'amount',
    })),
    { ...head('p50'), cell: ({ p50 }) => msText(p50), look: 'amount' },
    { ...head('p95'), cell: ({ p95 }) => msText(p95), look: 'amount' },
    { ...head('failed'), cell: ({ failed }) => failed, look: 'amount' },
  ];
  return (
    <DataTable
      narrow="labeled"
      caption={t('monitoring:services')}
      columns={columns}
      rows={rows}
      keyOf={({ service }) => service}
    />
  );
}

const heardOf = (monitoring: Monitoring | undefined): Process[] | undefined =>
  monitoring?.processes.filter(({ isLost }) => !isLost);

/**
 * The counts of facts (events between services). There is one row per service, because all replicas of a service report
 * the same figures.
 */
export function FactsTable({ monitoring }: OfMonitoring) {
  const t = useTexts();
  const head = useHeads();
  const heard = heardOf(monitoring)?.filter(({ pool }) => pool !== null);
  const rows = heard?.filter(
    ({ service }, at) => heard.findIndex((other) => other.service === service) === at,
  );
  const columns: Column<Process>[] = [
    { ...head('service'), cell: ({ service }) => service },
    { ...head('unread'), cell: ({ facts }) => facts.unread, look: 'amount' },
    { ...head('oldest'), cell: ({ facts }) => msText(facts.unreadSeconds * 1_000), look: 'amount' },
    { ...head('unpublished'), cell: ({ facts }) => facts.unpublished, look: 'amount' },
    { ...head('dead'), cell: ({ facts }) => facts.dead, look: 'amount' },
    {
      ...head('advice'),
      cell: ({ service, facts }) =>
        facts.dead > 0 ? <code>{`npm run facts -- again --service ${service}`}</code> : '\u2013',
    },
  ];
  return (
    <DataTable
      narrow="labeled"
      caption={t('monitoring:facts')}
      columns={columns}
      rows={rows}
      keyOf={({ service }) => service}
    />
  );
}

/** The jobs of each service. Each job has one row, because all replicas of a service report the same figures. */
export function JobsTable({ monitoring }: OfMonitoring) {
  const t = useTexts();
  const head = useHeads();
  const rows = monitoring && jobsOf(monitoring);
  type Row = NonNullable<typeof rows>[number];
  const columns: Column<Row>[] = [
    { ...head('job'), cell: ({ job }) => job },
    { ...head('service'), cell: ({ service }) => service },
    { ...head('jobWaiting'), cell: ({ waiting }) => waiting, look: 'amount' },
    { ...head('running'), cell: ({ running }) => running, look: 'amount' },
    { ...head('jobFailed'), cell: ({ failed }) => failed, look: 'amount' },
  ];
  return (
    <DataTable
      narrow="labeled"
      caption={t('monitoring:jobs')}
      columns={columns}
      rows={rows}
      keyOf={({ service, job }) => `${service} ${job}`}
    />
  );
}

/** Connections of each process to the database. */
export function PoolsTable({ monitoring }: OfMonitoring) {
  const t = useTexts();
  const head = useHeads();
  const rows = heardOf(monitoring)?.flatMap(({ service, process, pool }) =>
    pool ? [{ service, process, ...pool }] : [],
  );
  type Row = NonNullable<typeof rows>[number];
  const columns: Column<Row>[] = [
    { ...head('service'), cell: ({ service }) => service },
    { ...head('process'), cell: ({ process }) => process, look: 'figures' },
    { ...head('inUse'), cell: ({ inUse }) => inUse, look: 'amount' },
    { ...head('most'), cell: ({ most }) => most, look: 'amount' },
    { ...head('waiting'), cell: ({ waiting }) => waiting, look: 'amount' },
  ];
  return (
    <DataTable
      narrow="labeled"
      caption={t('monitoring:pools')}
      columns={columns}
      rows={rows}
      keyOf={({ service, process }) => `${service} ${process}`}
    />
  );
}

export function DisksTable({ monitoring }: OfMonitoring) {
  const t = useTexts();
  const head = useHeads();
  type Row = ReturnType<typeof disksOf>[number];
  const columns: Column<Row>[] = [
    { ...head('usedBy'), cell: ({ services }) => services },
    { ...head('size'), cell: ({ size }) => gigabytes(size), look: 'amount' },
    { ...head('free'), cell: ({ free }) => gigabytes(free), look: 'amount' },
    {
      ...head('used'),
      cell: ({ free, size }) => `${Math.round(((size - free) / size) * 100)} %`,
      look: 'amount',
    },
  ];
  return (
    <DataTable
      narrow="labeled"
      caption={t('monitoring:disks')}
      columns={columns}
      rows={monitoring && disksOf(monitoring)}
      keyOf={({ size }) => String(size)}
    />
  );
}
