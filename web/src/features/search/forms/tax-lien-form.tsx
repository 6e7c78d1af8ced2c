import { taxLienMethods, taxLienStates } from '@portal/proto/criteria/tax-lien';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { RadioField } from '../../../ui/components/radio-field.js';
import {
  CriteriaSelect,
  CriteriaText,
  RecordedDates,
  useChoices,
  useListWithAll,
} from '../criteria-fields.js';
import { asksDocumentType, countyToday } from '../criteria.rules.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { onlyTaxLienMethod, type TaxLienMethod } from '../tax-lien.rules.js';
import { useSearchForm, type SearchForm } from '../use-search-form.js';

/** The form Tax Lien Search: only the fields of the chosen method are shown and sent (B1-104 to B1-119). */
export function TaxLienForm({ initial }: FormProps) {
  const t = useTexts();
  const county = useCounty();
  const documentTypes = useListWithAll('documentTypes');
  const search = useSearchForm({
    type: 'searchByTaxLien',
    initial,
    labels: useLabels(),
    prepare: (criteria) => onlyTaxLienMethod(criteria, countyToday(county)),
  });
  const methods = useChoices('searchByTaxLien.method', taxLienMethods);
  const states = useChoices('searchByTaxLien.currentOrExpired', taxLienStates);
  const Fields = fieldsOf[methodOf(search)];
  return (
    <FormShell search={search} advice={t('search:noRecordsNumberAdvice')}>
      {/* A change of method only switches the fields; message and errors stay (B1-117). */}
      <RadioField
        label={t('search:searchByTaxLien.method.label')}
        choices={methods}
        {...search.form.register('searchByTaxLienMethod')}
      />
      <Fields search={search} />
      <div className="form-row">
        <CriteriaSelect search={search} name="currentOrExpired" choices={states} span={5} />
        {asksDocumentType(county) && (
          <CriteriaSelect search={search} name="documentType" choices={documentTypes} span={7} />
        )}
      </div>
    </FormShell>
  );
}

const methodOf = ({ form }: SearchForm): TaxLienMethod =>
  taxLienMethods.find((method) => method === form.watch('searchByTaxLienMethod')) ?? 'DATERANGE';

const useLabels = (): Record<string, string> => {
  const t = useTexts();
  return {
    documentNumber: t('search:searchByTaxLien.documentNumber'),
    lienNumber: t('search:searchByTaxLien.lienNumber'),
    taxpayerName: t('search:searchByTaxLien.taxpayerName'),
    taxpayerFirstName: t('search:searchByTaxLien.taxpayerFirstName'),
    taxpayerMiddleInitial: t('search:searchByTaxLien.taxpayerMiddleInitial'),
    currentOrExpired: t('search:searchByTaxLien.currentOrExpired.label'),
  };
};

interface FieldsProps {
  search: SearchForm;
}

function DocumentNumberFields({ search }: FieldsProps) {
  return (
    <div className="form-row">
      <CriteriaText search={search} name="documentNumber" required span={5} />
    </div>
  );
}

function LienNumberFields({ search }: FieldsProps) {
  return (
    <div className="form-row">
      <CriteriaText search={search} name="lienNumber" required span={5} />
    </div>
  );
}

/** Name or business name; one word is enough (B1-107). */
function TaxpayerFields({ search }: FieldsProps) {
  const t = useTexts();
  return (
    <div className="form-row">
      <CriteriaText
        search={search}
        name="taxpayerName"
        hint={t('search:searchByTaxLien.taxpayerHint')}
        required
        span={5}
      />
      <CriteriaText search={search} name="taxpayerFirstName" span={5} />
      <CriteriaText search={search} name="taxpayerMiddleInitial" maxLength={1} width="w-1" span={2} />
    </div>
  );
}

const fieldsOf = {
  DATERANGE: RecordedDates,
  DOCUMENTNUMBER: DocumentNumberFields,
  LIENNUMBER: LienNumberFields,
  TAXPAYER: TaxpayerFields,
};
