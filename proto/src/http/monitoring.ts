import * as z from 'zod/mini';

const count = z.int();

/** What one process tells of itself every few seconds. Times are instants; durations are milliseconds. */
export const vitalSigns = z.object({
  service: z.string(),
  /** Tells the replicas of a service apart. */
  process: z.string(),
  version: z.string(),
  commit: z.string(),
  startedAt: z.string(),
  at: z.string(),
  /** The parts that it needs, and whether each works. */
  parts: z.record(z.string(), z.boolean()),
  /** Commands that wait for any replica, and what this one works on. */
  lanes: z.array(
    z.object({ lane: z.enum(['fast', 'slow', 'must']), waiting: count, running: count, slots: count }),
  ),
  /** Of the last five minutes; `p50` and `p95` are null when nothing was answered. */
  answers: z.object({ all: count, failed: count, p50: z.nullable(count), p95: z.nullable(count) }),
  /** Connections to the database. */
  pool: z.nullable(z.object({ inUse: count, most: count, waiting: count })),
  facts: z.object({ unread: count, unreadSeconds: count, dead: count, unpublished: count }),
  memoryBytes: count,
  /** The disk that the process writes to. */
  disk: z.nullable(z.object({ free: z.number(), size: z.number() })),
});
export type VitalSigns = z.infer<typeof vitalSigns>;

/** GET monitoring, for the provider (C8-19): every process that was heard in the last ten minutes, and since when not. */
export const monitoring = z.object({
  at: z.string(),
  processes: z.array(z.extend(vitalSigns, { isLost: z.boolean() })),
  /** Services of the product that no process serves. */
  missing: z.array(z.string()),
});
export type Monitoring = z.infer<typeof monitoring>;

/** POST controlPanel/countyConfig/reloadConfiguration (C8-21). */
export const reloaded = z.object({ sections: count });
