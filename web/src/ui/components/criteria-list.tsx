import type { ShownCriterion } from '@portal/proto/criteria/definition';
import { describedValue } from '@portal/proto/criteria/described';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';

interface CriteriaListProps {
  criteria: readonly ShownCriterion[];
  /** True if the values are bold, as they are above a list of results. */
  strong?: boolean;
}

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
        const value = describedValue(lists, criterion);
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
