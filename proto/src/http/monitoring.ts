import * as z from 'zod/mini';
import { withoutCardNumber } from './no-card-number.js';

const count = z.int();

/** The state that a process reports every few seconds. Times are instants; durations are milliseconds. */
export const vitalSigns = z.object({
  service: z.string(),
  /** A name that tells the replicas of a service apart. */
  process: z.string(),
  version: z.string(),
  commit: z.string(),
  startedAt: z.string(),
  at: z.string(),
  /** The parts that the process needs, and whether each works. */
  parts: z.record(z.string(), z.boolean()),
  /**
   * By lane: how many commands wait for any replica, how many this replica is running, and how many it can run at once.
   */
  lanes: z.array(
    z.object({ lane: z.enum(['fast', 'slow', 'must']), waiting: count, running: count, slots: count }),
  ),
  /** Answers of the last five minutes. `p50` and `p95` are null if there were none. */
  answers: z.object({ all: count, failed: count, p50: z.nullable(count), p95: z.nullable(count) }),
  /** Jobs of the service by name, over all replicas. Older versions do not send this field. */
  jobs: z._default(z.array(z.object({ job: z.string(), waiting: count, running: count, failed: count })), []),
  /** Connections to the database. */
  pool: z.nullable(z.object({ inUse: count, most: count, waiting: count })),
  facts: z.object({ unread: count, unreadSeconds: count, dead: count, unpublished: count }),
  memoryBytes: count,
  /** The disk that the process writes to. */
  disk: z.nullable(z.object({ free: z.number(), size: z.number() })),
});
export type VitalSigns = z.infer<typeof vitalSigns>;

/**
 * GET monitoring, for TRIMIN users (C8-19): every process that reported in the last ten minutes. `isLost` is true for a
 * process that no longer reports.
 */
export const monitoring = z.object({
  at: z.string(),
  processes: z.array(z.extend(vitalSigns, { isLost: z.boolean() })),
  /** Services of the product for which no process is running. */
  missing: z.array(z.string()),
});
export type Monitoring = z.infer<typeof monitoring>;

/**
 * The facts (events) of one type that one consumer could not apply because of errors with the same name. Times are
 * instants.
 */
export const deadFactGroup = z.object({
  consumer: z.string(),
  type: z.string(),
  /** The name of the error. The message stays in the service, because it may contain names of people. */
  failure: z.string(),
  facts: count,
  first: z.string(),
  /** When the newest of these facts (events) failed, precise to the microsecond. */
  last: z.iso.datetime({ precision: 6 }),
  /** True while all of these facts wait to be applied again. */
  again: z.boolean(),
});

/**
 * GET monitoring/deadFacts, for TRIMIN users: the county's dead facts, which are facts (events) that services could not
 * apply.
 */
export const deadFactList = z.object({
  groups: z.array(z.extend(deadFactGroup, { service: z.string() })),
  /** Services that did not answer. */
  silent: z.array(z.string()),
});
export type DeadFactList = z.infer<typeof deadFactList>;
export type DeadFactRow = DeadFactList['groups'][number];

/**
 * POST monitoring/settleDeadFacts: makes the service apply a group of dead facts again, or discards the group for a
 * reason.
 */
export const deadFactSettling = z.object({
  service: z.string(),
  ...z.pick(deadFactGroup, { consumer: true, type: true, failure: true, last: true }).shape,
  action: z.enum(['AGAIN', 'DISCARD']),
  reason: z.string().check(z.trim(), z.maxLength(200, 'forms:tooLong'), withoutCardNumber),
});
export type DeadFactSettling = z.infer<typeof deadFactSettling>;

/** How many facts (events) will be applied again or were deleted; 0 when the group was settled before. */
export const settledFacts = z.object({ facts: count });

/** An importer renews its row every two seconds; after this many milliseconds without a renewal it counts as gone. */
export const importSilentMs = 60_000;

/** The page images of an import, as their importer reports them. Counts are of pages. */
export const imageRun = z.object({
  run: z.uuid(),
  state: z.enum(['RUNNING', 'DONE', 'FAILED', 'INTERRUPTED']),
  /** The number of pages in the bundle's list. */
  pages: count,
  /** The number of pages whose documents are finished. */
  done: count,
  /** The number of pages whose documents were refused. */
  refused: count,
  /** Why the import failed; empty if it did not fail. */
  failure: z.string(),
});
export type ImageRun = z.infer<typeof imageRun>;

/** The progress of an import's page images. WAITING: the documents are imported first. */
export const pageImages = z.extend(z.omit(imageRun, { run: true }), {
  state: z.enum(['WAITING', ...imageRun.shape.state.options]),
});
export type PageImages = z.infer<typeof pageImages>;

/**
 * An import of the county. A running import goes through WAITING, READING, CHECKING and LOADING. In the current step,
 * `done` of `whole` rows or tasks are finished; both are 0 if the step counts nothing. INTERRUPTED: the process of the
 * import is gone.
 */
export const importRun = z.object({
  id: z.string(),
  /** The name in the manifest; if it has none, the name of the folder. */
  bundle: z.string(),
  /** Null when the manifest could not be read. */
  kind: z.nullable(z.enum(['full', 'delta'])),
  /** The user who started the import, and the machine on which it runs; empty when unknown. */
  startedBy: z.string(),
  state: z.enum(['RUNNING', 'DONE', 'REFUSED', 'FAILED', 'INTERRUPTED']),
  step: z.enum(['WAITING', 'READING', 'CHECKING', 'LOADING']),
  done: count,
  whole: count,
  /** Documents that the import made live or changed; null until the import is done. */
  documents: z.nullable(count),
  /** Rows of the bundle's list of images; null when the manifest could not be read. */
  images: z.nullable(count),
  rejected: count,
  /** Why the import was refused or failed; otherwise empty. */
  failure: z.string(),
  startedAt: z.string(),
  /** Null while the import runs. For an interrupted import, the time of its last heartbeat. */
  endedAt: z.nullable(z.string()),
  /**
   * The id under which the importer of page images knows this import; null when the import was started without page
   * images.
   */
  run: z._default(z.nullable(z.uuid()), null),
});
export type ImportRun = z.infer<typeof importRun>;

const listedImport = z.extend(z.omit(importRun, { run: true }), {
  /** Null when the import has no page images, or when nothing is known about them. */
  pageImages: z._default(z.nullable(pageImages), null),
});
export type ListedImport = z.infer<typeof listedImport>;

/** GET monitoring/imports, for TRIMIN users: the county's newest imports, the newest first. */
export const importList = z.object({
  imports: z.array(listedImport),
  /** True if the imaging service, which imports page images, did not answer. */
  imagesSilent: z._default(z.boolean(), false),
});
export type ImportList = z.infer<typeof importList>;

/** POST controlPanel/countyConfig/reloadConfiguration (C8-21). */
export const reloaded = z.object({ sections: count });
