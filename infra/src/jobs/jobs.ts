import type { OnApplicationShutdown } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { VitalSigns } from '@portal/proto/http/monitoring';
import type { Log } from '../log/index.js';
import { openConnection, type Redis, within } from '../redis/index.js';
import { traceparent } from '../tracing/index.js';
import type { Wake } from './on-job.js';

export interface JobsOptions {
  readonly service: string;
  readonly redisUrl: string;
  readonly namespace: string;
  readonly log: Log;
}

const KEPT_DONE = 100;
const KEPT_FAILED = 1_000;
/** How long a caller waits for Redis. BullMQ itself would wait without limit. */
const ASK_MS = 1_000;
const TRIES = 3;
const RETRY_MS = 500;
/** How often the schedules are checked. A Redis that came back empty has lost them. */
const SCHEDULE_CHECK_MS = 10_000;
/**
 * How late a scheduled run must be to count as lost. BullMQ adds a job's next run when a worker takes the current run.
 * If Redis becomes unavailable at that moment, BullMQ does not add the next run. It drops the current run when that run
 * stalls for the second time, and the schedule stops forever. If a run is late only because a long run is under way, an
 * equal run replaces the late one, which does no harm.
 */
const LOST_AFTER_MS = 60_000;

/** The prefix of BullMQ's keys in Redis. It may contain a colon, but the name of a queue must not. */
export const queuePrefix = (namespace: string): string => `${namespace}:job`;
export const queueName = (service: string, job: string): string => `${service}.${job}`;

/** Wakes the jobs of one service. */
export class Jobs implements OnApplicationShutdown {
  private readonly queues = new Map<string, Queue>();
  private readonly schedules = new Map<string, number>();
  private readonly served = new Set<string>();
  private readonly check: NodeJS.Timeout;

  private readonly redis: Redis;

  constructor(private readonly o: JobsOptions) {
    this.redis = openConnection(o.redisUrl, { maxRetriesPerRequest: 1 });
    this.check = setInterval(() => void this.keepSchedules(), SCHEDULE_CHECK_MS);
    this.check.unref();
  }

  /** Never throws. Without Redis the wake-up is lost, and the job's own schedule finds the due row later. */
  async wake(job: string, wake: Wake = {}): Promise<void> {
    try {
      const parent = traceparent();
      const told = parent === undefined ? wake : { ...wake, traceparent: parent };
      await within(ASK_MS, this.queue(job).add(job, told));
    } catch (error) {
      this.o.log.warn({ err: error, job }, 'job not woken');
    }
  }

  /** Wakes a job at a regular interval, once for all processes of the service. */
  async every(job: string, ms: number): Promise<void> {
    this.schedules.set(job, ms);
    await this.keepSchedules();
  }

  /** From now on, `signs` counts this job. A process calls this method for each job that it runs. */
  serve(job: string): void {
    this.served.add(job);
  }

  /**
   * Counts, for each job of the service, the runs that wait, are under way or have failed, over all replicas. Of the
   * failures, only the newest thousand are counted.
   * @throws when Redis does not answer in time
   */
  signs(): Promise<VitalSigns['jobs']> {
    const each = [...this.served].sort().map(async (job) => {
      const counts = await this.queue(job).getJobCounts('waiting', 'active', 'failed');
      return {
        job,
        waiting: counts['waiting'] ?? 0,
        running: counts['active'] ?? 0,
        failed: counts['failed'] ?? 0,
      };
    });
    return within(ASK_MS, Promise.all(each));
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.check);
    const closing = [...this.queues.values()].map((queue) => queue.close());
    await within(ASK_MS, Promise.all(closing)).catch(() => undefined);
    this.redis.disconnect();
  }

  /** Writes the schedules that are missing in Redis, differ there, or have lost their next run. */
  async keepSchedules(): Promise<void> {
    for (const [job, ms] of this.schedules) {
      try {
        const queue = this.queue(job);
        const known = await within(ASK_MS, queue.getJobScheduler(job));
        const isLost = Date.now() - (known?.next ?? 0) > ms + LOST_AFTER_MS;
        if (known?.every === ms && !isLost) continue;
        await within(ASK_MS, queue.upsertJobScheduler(job, { every: ms }, { name: job, data: {} }));
      } catch (error) {
        this.o.log.warn({ err: error, job }, 'job not scheduled yet');
      }
    }
  }

  private queue(job: string): Queue {
    const known = this.queues.get(job);
    if (known) return known;
    const queue = new Queue(queueName(this.o.service, job), {
      prefix: queuePrefix(this.o.namespace),
      connection: this.redis,
      defaultJobOptions: {
        attempts: TRIES,
        backoff: { type: 'exponential', delay: RETRY_MS },
        removeOnComplete: KEPT_DONE,
        removeOnFail: KEPT_FAILED,
      },
    });
    queue.on('error', () => undefined);
    this.queues.set(job, queue);
    return queue;
  }
}
