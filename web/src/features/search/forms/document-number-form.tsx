import { useTexts } from '../../../shared/i18n/use-texts.js';
import { CriteriaText, KindOfDocument } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Search by Document Number (B1-054 to B1-057). */
export function DocumentNumberForm({ initial }: FormProps) {
  const t = useTexts();
  const labels = {
    fromDocumentNumber: t('search:searchByDocumentNumber.from'),
    toDocumentNumber: t('search:searchByDocumentNumber.to'),
  };
  const search = useSearchForm({ type: 'searchByDocumentNumber', initial, labels });
  return (
    <FormShell search={search} advice={t('search:noRecordsNumberAdvice')}>
      <KindOfDocument search={search} group={false} />
      <div className="form-row">
        <CriteriaText search={search} name="fromDocumentNumber" required span={5} />
        <CriteriaText search={search} name="toDocumentNumber" span={5} />
      </div>
    </FormShell>
  );
}
