import { useTexts } from '../../../shared/i18n/use-texts.js';
import { CriteriaText, KindOfDocument, RecordedDates } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Search by Parcel ID (B1-082 to B1-085). */
export function ParcelIdForm({ initial }: FormProps) {
  const t = useTexts();
  const labels = { parcelId: t('search:searchByParcelId.parcelId') };
  const search = useSearchForm({ type: 'searchByParcelId', initial, labels });
  return (
    <FormShell search={search} advice={t('search:noRecordsNumberAdvice')}>
      <div className="form-row">
        <CriteriaText search={search} name="parcelId" required span={7} />
      </div>
      <KindOfDocument search={search} group={false} />
      <RecordedDates search={search} />
    </FormShell>
  );
}
