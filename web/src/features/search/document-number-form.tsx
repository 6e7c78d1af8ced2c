import { useMemo } from 'react';
import { documentNumberSearch } from '@portal/proto/criteria/document-number';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { Criteria } from '../../shared/state/search.slice.js';
import { useCounty } from '../../shared/state/selectors.js';
import { CodeListField, CriteriaText } from './criteria-fields.js';
import { asksDocumentType } from './criteria.rules.js';
import { FormShell } from './form-shell.js';
import { useSearchForm } from './use-search-form.js';

const type = 'searchByDocumentNumber';

/** Search by Document Number (B1-054 to B1-057). */
export function DocumentNumberForm({ initial }: { initial: Criteria }) {
  const t = useTexts();
  const county = useCounty();
  const search = useSearchForm(
    type,
    useMemo(() => documentNumberSearch.schema(), []),
    initial,
  );
  const labels = {
    fromDocumentNumber: t('search:searchByDocumentNumber.from'),
    toDocumentNumber: t('search:searchByDocumentNumber.to'),
  };
  return (
    <FormShell type={type} search={search} labels={labels} advice={t('search:noRecordsNumberAdvice')}>
      {asksDocumentType(county) && (
        <div className="form-row">
          <CodeListField search={search} name="documentType" span={7} />
        </div>
      )}
      <div className="form-row">
        <CriteriaText
          search={search}
          name="fromDocumentNumber"
          label={labels.fromDocumentNumber}
          required
          span={5}
        />
        <CriteriaText search={search} name="toDocumentNumber" label={labels.toDocumentNumber} span={5} />
      </div>
    </FormShell>
  );
}
