import { useTexts } from '../../../shared/i18n/use-texts.js';
import { CriteriaText, KindOfDocument, RecordedDates, Narrowing } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Search by Address (B1-039 to B1-045). */
export function AddressForm({ initial }: FormProps) {
  const t = useTexts();
  const labels = {
    streetNumber: t('search:searchByAddress.streetNumber'),
    streetName: t('search:searchByAddress.streetName'),
    city: t('search:searchByAddress.city'),
  };
  const search = useSearchForm({ type: 'searchByAddress', initial, labels });
  return (
    <FormShell search={search}>
      <div className="form-row">
        <CriteriaText search={search} name="streetNumber" required span={3} />
        <CriteriaText search={search} name="streetName" required span={5} />
        <CriteriaText search={search} name="city" span={4} />
      </div>
      <Narrowing>
        <KindOfDocument search={search} documentType={false} />
        <RecordedDates search={search} />
      </Narrowing>
    </FormShell>
  );
}
