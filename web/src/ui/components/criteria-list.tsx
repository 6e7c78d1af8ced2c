interface CriteriaListProps {
  criteria: readonly { key: string; value: string }[];
  /** Values in bold, above a list of results. */
  strong?: boolean;
}

/** Criteria of a search as a row of names and values. */
export function CriteriaList({ criteria, strong = false }: CriteriaListProps) {
  return (
    <dl className="criteria">
      {criteria.map(({ key, value }) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd className="fig">{strong ? <strong>{value}</strong> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
