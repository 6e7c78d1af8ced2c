import { counter } from '@portal/infra/metrics';
import { ProviderRefused, ProviderUnavailable, refusalReasons } from '../card-provider.js';
import { ProviderRefusal } from './api-client.js';

export const RECORD_NOT_FOUND = 'E00040';
/** The provider's codes for a missing or wrong name or key, and for a merchant that is not active. */
export const KEYS_REFUSED: readonly string[] = ['E00005', 'E00006', 'E00007', 'E00008'];
/** The provider's codes for an internal error, too many requests and maintenance. */
const AWAY: readonly string[] = ['E00001', 'E00053', 'E00104'];

const refusals = counter({
  name: 'card_queries_refused_total',
  help: 'Queries that the card provider refused, because of the keys of a merchant or because of the request',
  labelNames: ['reason'],
});
// each series begins at 0, because Prometheus sees no increase in a series that begins at 1
for (const reason of refusalReasons) refusals.inc({ reason }, 0);

/**
 * Converts the provider's refusal of a query to one of the errors in card-provider.ts. Counts the refusal, unless the
 * provider is only unavailable. Returns every other error unchanged.
 */
export function unansweredBy(error: unknown): unknown {
  if (!(error instanceof ProviderRefusal)) return error;
  if (AWAY.includes(error.code)) return new ProviderUnavailable(error.message);
  const reason = KEYS_REFUSED.includes(error.code) ? 'KEYS' : 'REQUEST';
  refusals.inc({ reason });
  return new ProviderRefused(error.message, reason);
}
