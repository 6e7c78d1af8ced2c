import 'reflect-metadata';

/** Names the row that says what to do; a job carries no other data (infra/DESIGN.md#jobs). */
export interface Wake {
  readonly county?: string;
  readonly id?: string;
}

export interface JobTerms {
  readonly name: string;
  /** Runs of this job at a time in one process. */
  readonly concurrency: number;
  /** Also woken this often, in milliseconds, by one of the service's processes. */
  readonly everyMs?: number;
}

const JOB = Symbol('portal:on-job');

/**
 * The method is woken by `Jobs.wake(name)` and, with `everyMs`, by the clock. It may be woken twice, late, or for
 * nothing: it looks in the database for what is due. A throw is logged and tried twice again.
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
