import 'reflect-metadata';

/** The county and the id of the row that describes the work. A job carries no other data (infra/DESIGN.md#jobs). */
export interface Wake {
  readonly county?: string;
  readonly id?: string;
}

export interface JobTerms {
  readonly name: string;
  /** How many runs of this job may be under way at a time in one process. */
  readonly concurrency: number;
  /**
   * If set, the job also runs at this interval in milliseconds, without a call of `Jobs.wake`, in one of the service's
   * processes.
   */
  readonly everyMs?: number;
}

const JOB = Symbol('portal:on-job');

/**
 * `Jobs.wake(name)` runs the method. With `everyMs`, the method also runs at that interval. The method may run twice,
 * late or without need, so it must look up in the database what is due. An exception is logged, and the job is tried
 * twice more.
 */
export const OnJob =
  (name: string, o: { concurrency?: number; everyMs?: number } = {}) =>
  <H extends (wake: Wake) => Promise<void>>(
    target: object,
    key: string | symbol,
    _descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const terms: JobTerms = { concurrency: 1, ...o, name };
    Reflect.defineMetadata(JOB, terms, target, key);
  };

export const jobTerms = (target: object, method: string): JobTerms | undefined =>
  Reflect.getMetadata(JOB, target, method);
