import { useTexts } from '../../../shared/i18n/use-texts.js';
import { CriteriaSegments, CriteriaText, RecordedDates, useChoices } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Grantor Grantee Book Search (B1-101 to B1-103). */
export function GrantorGranteeBookForm({ initial }: FormProps) {
  const t = useTexts();
  const searchIn = useChoices('searchByName.searchIn', ['BOTH', 'GRANTORS', 'GRANTEES']);
  const labels = {
    grantorGranteeLastName: t('search:searchByGrantorGranteeBook.lastName'),
    searchIn: t('search:searchByName.searchIn.label'),
  };
  const search = useSearchForm({ type: 'searchByGrantorGranteeBook', initial, labels });
  return (
    <FormShell search={search} advice={t('search:noRecordsNameAdvice')}>
      <div className="form-row">
        <CriteriaText search={search} name="grantorGranteeLastName" required span={7} />
      </div>
      <div className="form-row">
        <CriteriaSegments search={search} name="searchIn" choices={searchIn} span={7} />
      </div>
      <RecordedDates search={search} />
    </FormShell>
  );
}
