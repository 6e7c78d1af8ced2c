import { useTexts } from '../../../shared/i18n/use-texts.js';
import { CriteriaText } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Torrens Certificate, under the county's own label. The number may be empty (B1-086, B1-087). */
export function TorrensCertificateForm({ initial }: FormProps) {
  const t = useTexts();
  const labels = { certificateNumber: t('search:searchByTorrensCertificate.certificateNumber') };
  const search = useSearchForm({ type: 'searchByTorrensCertificate', initial, labels });
  return (
    <FormShell search={search} advice={t('search:noRecordsOnlyNumberAdvice')}>
      <div className="form-row">
        <CriteriaText search={search} name="certificateNumber" span={5} />
      </div>
    </FormShell>
  );
}
