import { FormShell } from '../form-shell.js';
import type { FormProps } from '../forms.js';
import { PlatField, usePlatLabels } from '../plat-field.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Plat Search (B1-098 to B1-100). */
export function PlatForm({ initial }: FormProps) {
  const search = useSearchForm({ type: 'searchByPlat', initial, labels: usePlatLabels() });
  return (
    <FormShell search={search}>
      <PlatField search={search} />
    </FormShell>
  );
}
