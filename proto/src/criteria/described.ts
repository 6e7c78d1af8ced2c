import type { CodeDescription } from '../http/envelope.js';
import type { CriterionList } from '../http/search-types.js';
import type { ShownCriterion } from './definition.js';

/**
 * Returns the description of a code, as the form offers it. A value of the list `otherLotCodes` may have a lot after
 * the code; the lot then follows the description. A code that is not in its list stays as it is.
 */
export function describedValue(
  lists: Readonly<Record<CriterionList, readonly CodeDescription[]>>,
  { value, list }: ShownCriterion,
): string {
  if (!list) return value;
  const [code = ''] = list === 'otherLotCodes' ? value.split(' ', 1) : [value];
  const known = lists[list].find((one) => one.code === code);
  return (known?.description || code) + value.slice(code.length);
}
