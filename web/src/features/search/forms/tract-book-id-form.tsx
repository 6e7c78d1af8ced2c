import { useTexts } from '../../../shared/i18n/use-texts.js';
import { CriteriaText } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Tract Book Search by ID (B1-120). */
export function TractBookIdForm({ initial }: FormProps) {
  const t = useTexts();
  const labels = { tractBookId: t('search:searchByTractBookId.tractBookId') };
  const search = useSearchForm({ type: 'searchByTractBookId', initial, labels });
  return (
    <FormShell search={search} advice={t('search:noRecordsOnlyNumberAdvice')}>
      <div className="form-row">
        <CriteriaText search={search} name="tractBookId" required span={5} />
      </div>
    </FormShell>
  );
}
