import { Narrowing, RecordedDates } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { LegalFields, useLegalLabels } from '../legal-fields.js';
import { onlyLegalType } from '../legal.rules.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Tract Book Search by Legal (B1-121 to B1-128). */
export function TractBookLegalForm({ initial }: FormProps) {
  const search = useSearchForm({
    type: 'searchByTractBookLegal',
    initial,
    labels: useLegalLabels(),
    prepare: onlyLegalType,
  });
  return (
    <FormShell search={search}>
      <LegalFields search={search} sectionRequired />
      <Narrowing>
        <RecordedDates search={search} />
      </Narrowing>
    </FormShell>
  );
}
