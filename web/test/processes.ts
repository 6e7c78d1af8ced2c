import type { Monitoring } from '@portal/proto/http/monitoring';

export type Process = Monitoring['processes'][number];
const at = '2026-11-23T08:00:00.000Z';
/** A process without problems; `more` replaces some of its values. */
export const processOf = (service: string, more: Partial<Process> = {}): Process => ({
  ...{ service, process: `${service}-1`, version: '5.2.15', commit: 'abc', startedAt: at, at, isLost: false },
  parts: { redis: true },
  lanes: [{ lane: 'fast', waiting: 0, running: 0, slots: 64 }],
  jobs: [{ job: 'sweep', waiting: 0, running: 1, failed: 3 }],
  answers: { all: 10, failed: 0, p50: 9, p95: 41 },
  pool: { inUse: 1, most: 10, waiting: 0 },
  facts: { unread: 0, unreadSeconds: 0, dead: 0, unpublished: 0 },
  memoryBytes: 1e8,
  disk: { free: 4e11, size: 1e12 },
  ...more,
});
export const monitoringOf = (processes: Process[], missing: string[] = []): Monitoring => ({
  at,
  processes,
  missing,
});
