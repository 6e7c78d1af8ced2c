import { randomUUID } from 'node:crypto';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { Worker } from 'bullmq';
import * as z from 'zod/mini';
import { type WiredMethod, wiredMethods } from '../events/index.js';
import { type CallContext, callContext } from '../log/index.js';
import { openConnection, type Redis, within } from '../redis/index.js';
import { type Attributes, inRoot } from '../tracing/index.js';
import { type Jobs, type JobsOptions, queueName, queuePrefix } from './jobs.js';
import { type JobTerms, jobTerms } from './on-job.js';

const DRAIN_MS = 20_000;
/** The pause after a lost connection; BullMQ's default is 15 s. */
const RETRY_MS = 1_000;

const wake = z.object({
  county: z.optional(z.string()),
  id: z.optional(z.string()),
  traceparent: z.optional(z.string()),
});

/** Runs the `@OnJob` methods of a service. */
export class JobWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly workers: Worker[] = [];
  private connection: Redis | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly jobs: Jobs,
    private readonly o: JobsOptions,
  ) {}

  /** @throws when two methods serve the same job */
  async onApplicationBootstrap(): Promise<void> {
    const served = new Set<string>();
    for (const method of wiredMethods(this.discovery)) {
      const terms = jobTerms(method.target, method.name);
      if (!terms) continue;
      if (served.has(terms.name)) throw new Error(`${method.label}: job ${terms.name} is served twice`);
      served.add(terms.name);
      this.jobs.serve(terms.name);
      this.workers.push(this.open(terms, method));
      if (terms.everyMs !== undefined) await this.jobs.every(terms.name, terms.everyMs);
    }
  }

  /** Waits for running jobs. A job that takes longer than this wait goes to another process when its lock expires. */
  async beforeApplicationShutdown(): Promise<void> {
    const closing = this.workers.map((worker) => worker.close());
    await within(DRAIN_MS, Promise.all(closing)).catch(() => undefined);
    this.connection?.disconnect();
  }

  private open(terms: JobTerms, method: WiredMethod): Worker {
    const { service, namespace, log } = this.o;
    const run = async ({ data }: { data: unknown }): Promise<void> => {
      const { traceparent, ...parsed } = z.parse(wake, data);
      const context = {
        correlationId: randomUUID(),
        ...(parsed.county !== undefined && { county: parsed.county }),
      };
      await callContext.run(context, async () => {
        try {
          await inRoot(
            traceparent,
            () => ({
              name: `job ${queueName(service, terms.name)}`,
              kind: 'consumer',
              attributes: jobAttributes(context),
            }),
            async () => {
              await method.call(parsed);
            },
          );
        } catch (error) {
          log.error({ err: error, job: terms.name }, 'job failed');
          throw error;
        }
      });
    };
    const worker = new Worker(queueName(service, terms.name), run, {
      prefix: queuePrefix(namespace),
      concurrency: terms.concurrency,
      runRetryDelay: RETRY_MS,
      connection: this.connect(),
    });
    worker.on('error', (error) => log.debug({ err: error, job: terms.name }, 'jobs cannot be read'));
    return worker;
  }

  /**
   * Opens the connection for the Redis commands of all workers. Each worker reads through a copy of this connection,
   * and `openConnection` limits how long the copy waits for its handshake.
   */
  private connect(): Redis {
    this.connection ??= openConnection(this.o.redisUrl, {
      maxRetriesPerRequest: null,
      enableOfflineQueue: true,
    });
    return this.connection;
  }
}

const jobAttributes = ({ correlationId, county }: CallContext): Attributes => ({
  'portal.correlation_id': correlationId,
  ...(county !== undefined && { 'portal.county': county }),
});
