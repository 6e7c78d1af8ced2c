import type { ShownCriterion } from '@portal/proto/criteria/definition';
import type { County } from '../../shared/county.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';

interface CriteriaListProps {
  criteria: readonly ShownCriterion[];
  /** True if the values are bold, as above a list of results. */
  strong?: boolean;
}

/**
 * Replaces a code with its description, as the form shows it. For another kind of lot, the value is a code and the
 * number of the lot, which stays.
 */
const describe = (lists: County['lists'], { value, list }: ShownCriterion): string => {
  if (!list) return value;
  const [code = ''] = list === 'otherLotCodes' ? value.split(' ', 1) : [value];
  const known = lists[list].find((one) => one.code === code);
  return (known?.description || code) + value.slice(code.length);
};

/**
 * Criteria of a search as names and values. A criterion that the server names by its field gets the label of that
 * field, and a code gets its description from the county's lists.
 */
export function CriteriaList({ criteria, strong = false }: CriteriaListProps) {
  const t = useTexts();
  const { lists } = useCounty();
  return (
    <dl className="criteria">
      {criteria.map((criterion) => {
        const { key } = criterion;
        const value = describe(lists, criterion);
        return (
          <div key={key}>
            <dt>{t(`ui:criteria.${key}`, { defaultValue: key })}</dt>
            <dd className="fig">{strong ? <strong>{value}</strong> : value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
