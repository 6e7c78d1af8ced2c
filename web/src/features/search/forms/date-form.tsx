import { KindOfDocument, RecordedDates } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

const labels = {};

/** The form Search by Date (B1-050 to B1-053). */
export function DateForm({ initial }: FormProps) {
  const search = useSearchForm({ type: 'searchByDate', initial, labels });
  return (
    <FormShell search={search}>
      <RecordedDates search={search} />
      <KindOfDocument search={search} />
    </FormShell>
  );
}
