import { openLog } from '@portal/infra/log';
import { fail, ok, type Result } from '@portal/proto/result';
import { ProviderUnreachable } from './provider-client.js';

const log = openLog('identity');

export type ProviderFault = 'PROVIDER_UNAVAILABLE' | 'PROVIDER_ANSWER_INVALID';

const DEEPEST = 6;

/** True if the error or one of its causes is `ProviderUnreachable`; libraries wrap that error in their own errors. */
function isUnreachable(error: unknown, depth = 0): boolean {
  if (error instanceof ProviderUnreachable) return true;
  return depth < DEEPEST && error instanceof Error && isUnreachable(error.cause, depth + 1);
}

/** Returns the parts of an error that never contain a token, for the operator's log. */
const wordsOf = (error: unknown): object => {
  if (!(error instanceof Error)) return {};
  const code: unknown = 'code' in error ? error.code : undefined;
  return { fault: error.name, reason: error.message, code };
};

/**
 * Runs requests to a county's provider. An error is logged and returned as a failure, which says whether the provider
 * did not answer or its answer was invalid.
 */
export async function attempt<T>(county: string, work: () => Promise<T>): Promise<Result<T, ProviderFault>> {
  try {
    return ok(await work());
  } catch (error) {
    const unreachable = isUnreachable(error);
    log.warn(
      { county, ...wordsOf(error) },
      unreachable ? 'the provider did not answer' : 'a provider was refused',
    );
    return fail(unreachable ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_ANSWER_INVALID');
  }
}
