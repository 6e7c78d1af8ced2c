import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { CONFIG, type Config } from '../config/index.js';
import { openLog } from '../log/index.js';
import { JobWorkers } from './job-workers.js';
import { Jobs, type JobsOptions } from './jobs.js';

/** Gives a service its `Jobs` and runs its `@OnJob` methods. */
@Module({})
export class JobsModule {
  static forService(service: string): DynamicModule {
    const optionsOf = ({ redisUrl, redisNamespace }: Config): JobsOptions => ({
      service,
      redisUrl,
      namespace: redisNamespace,
      log: openLog(service),
    });
    const jobs = {
      provide: Jobs,
      inject: [CONFIG],
      useFactory: (config: Config) => new Jobs(optionsOf(config)),
    };
    const workers = {
      provide: JobWorkers,
      inject: [DiscoveryService, Jobs, CONFIG],
      useFactory: (discovery: DiscoveryService, queue: Jobs, config: Config) =>
        new JobWorkers(discovery, queue, optionsOf(config)),
    };
    return {
      module: JobsModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [jobs, workers],
      exports: [Jobs],
    };
  }
}
