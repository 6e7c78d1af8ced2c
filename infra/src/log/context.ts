import { AsyncLocalStorage } from 'node:async_hooks';

/** The request or job that the current code runs for. */
export interface CallContext {
  readonly correlationId: string;
  readonly county?: string;
  /** The user's id. The log writes only a hash of it. */
  readonly user?: string;
  /** Set while staff sees the portal as a user of an account would. Database transactions are then read-only. */
  readonly onlyReads?: true;
}

const storage = new AsyncLocalStorage<CallContext>();

export const callContext = {
  run: <T>(context: CallContext, work: () => T): T => storage.run(context, work),
  current: (): CallContext | undefined => storage.getStore(),
};
