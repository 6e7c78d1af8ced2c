import type { Monitoring, VitalSigns } from '@portal/proto/http/monitoring';

type Process = Monitoring['processes'][number];

/**
 * `away`: no process runs the service; `lost`: a replica has not reported lately; `trouble`: a part of a replica does
 * not work.
 */
export type ServiceState = 'ready' | 'trouble' | 'lost' | 'away';

/** One service with all its replicas. The durations are the durations of the slowest replica, in milliseconds. */
export interface ServiceRow {
  service: string;
  state: ServiceState;
  /** The software versions of the replicas, each listed once. There are several while an upgrade runs. */
  versions: readonly string[];
  ready: number;
  replicas: number;
  /** The number of waiting commands in each lane; empty for a service that receives no commands. */
  waiting: Readonly<Partial<Record<VitalSigns['lanes'][number]['lane'], number>>>;
  p50: number | null;
  p95: number | null;
  failed: number;
  /** Names of the parts that do not work in at least one replica. */
  broken: readonly string[];
}

const isReady = ({ isLost, parts }: Process): boolean => !isLost && Object.values(parts).every(Boolean);
const largest = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
};
const once = (texts: readonly string[]): string[] => [...new Set(texts)];

function stateOf(replicas: readonly Process[], isMissing: boolean): ServiceState {
  if (isMissing) return 'away';
  if (replicas.some(({ isLost }) => isLost)) return 'lost';
  return replicas.every(isReady) ? 'ready' : 'trouble';
}

/** All replicas report the same waiting commands, so the newest report counts. */
function waitingOf(replicas: readonly Process[]): ServiceRow['waiting'] {
  const [newest] = replicas.filter(({ isLost }) => !isLost).sort((a, b) => b.at.localeCompare(a.at));
  return Object.fromEntries((newest?.lanes ?? []).map(({ lane, waiting }) => [lane, waiting]));
}

function rowOf(service: string, replicas: readonly Process[], isMissing: boolean): ServiceRow {
  const heard = replicas.filter(({ isLost }) => !isLost);
  return {
    service,
    state: stateOf(replicas, isMissing),
    versions: once(replicas.map(({ version }) => version)),
    ready: replicas.filter(isReady).length,
    replicas: replicas.length,
    waiting: waitingOf(replicas),
    p50: largest(heard.map(({ answers }) => answers.p50)),
    p95: largest(heard.map(({ answers }) => answers.p95)),
    failed: heard.reduce((sum, { answers }) => sum + answers.failed, 0),
    broken: once(heard.flatMap(({ parts }) => Object.keys(parts).filter((name) => parts[name] === false))),
  };
}

/** A row for each service of the product, in alphabetical order. */
export function serviceRows({ processes, missing }: Monitoring): ServiceRow[] {
  const names = once([...processes.map(({ service }) => service), ...missing]).sort();
  return names.map((name) =>
    rowOf(
      name,
      processes.filter(({ service }) => service === name),
      missing.includes(name),
    ),
  );
}

/** The disks. Each process reports the disk that it writes to, so several processes may report the same disk. */
export function disksOf({ processes }: Monitoring): { services: string; free: number; size: number }[] {
  const disks = new Map<number, { services: string[]; free: number; size: number }>();
  for (const { service, disk, isLost } of processes) {
    if (!disk || isLost) continue;
    const known = disks.get(disk.size) ?? { services: [], ...disk };
    known.services.push(service);
    known.free = Math.min(known.free, disk.free);
    disks.set(disk.size, known);
  }
  return [...disks.values()].map(({ services, ...disk }) => ({
    services: once(services).join(', '),
    ...disk,
  }));
}

/** The jobs of each service, as reported by one of its processes that is not lost. */
export function jobsOf({ processes }: Monitoring): ({ service: string } & Process['jobs'][number])[] {
  const heard = processes.filter(({ isLost }) => !isLost);
  const first = heard.filter((one, at) => heard.findIndex(({ service }) => service === one.service) === at);
  return first.flatMap(({ service, jobs }) => jobs.map((job) => ({ service, ...job })));
}
