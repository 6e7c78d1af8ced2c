import { useTexts } from '../../shared/i18n/use-texts.js';

interface CriteriaListProps {
  criteria: readonly { key: string; value: string }[];
  /** True if the values are bold, as above a list of results. */
  strong?: boolean;
}

/**
 * Criteria of a search as names and values. A criterion that the server names by its field gets the label of that
 * field.
 */
export function CriteriaList({ criteria, strong = false }: CriteriaListProps) {
  const t = useTexts();
  return (
    <dl className="criteria">
      {criteria.map(({ key, value }) => (
        <div key={key}>
          <dt>{t(`ui:criteria.${key}`, { defaultValue: key })}</dt>
          <dd className="fig">{strong ? <strong>{value}</strong> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
