import type { CodeDescription } from '../http/envelope.js';
import type { CriterionList } from '../http/search-types.js';
import type { ShownCriterion } from './definition.js';

/** A code as the form offers it to choose; a lot of another kind follows its code. A code that no list has stays a code. */
export function describedValue(
  lists: Readonly<Record<CriterionList, readonly CodeDescription[]>>,
  { value, list }: ShownCriterion,
): string {
  if (!list) return value;
  const [code = ''] = list === 'otherLotCodes' ? value.split(' ', 1) : [value];
  const known = lists[list].find((one) => one.code === code);
  return (known?.description || code) + value.slice(code.length);
}
