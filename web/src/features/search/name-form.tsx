import { useMemo } from 'react';
import { nameSearch, nameMatchMethods } from '@portal/proto/criteria/name';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { Criteria } from '../../shared/state/search.slice.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Segmented, SegmentedField, SelectField } from '../../ui/components/fields.js';
import { asksDocumentType } from './criteria.rules.js';
import { CodeListField, RecordedDates, useCriteriaField, CriteriaText } from './criteria-fields.js';
import { FormShell } from './form-shell.js';
import { useSearchForm, type SearchForm } from './use-search-form.js';

const type = 'searchByName';

/** Search by Name (B1-070 to B1-081). */
export function NameForm({ initial }: { initial: Criteria }) {
  const t = useTexts();
  const { county } = useCounty();
  const schema = useMemo(
    () => nameSearch.schema(county.today === '' ? {} : { today: county.today }),
    [county.today],
  );
  const search = useSearchForm(type, schema, initial);
  return (
    <FormShell type={type} search={search} labels={useLabels()} advice={t('search:noRecordsAdvice')}>
      <NameRow search={search} which={1} />
      <AndOr search={search} />
      <NameRow search={search} which={2} />
      <div className="form-section">
        <Narrowing search={search} />
        <RecordedDates search={search} />
      </div>
    </FormShell>
  );
}

const useLabels = (): Record<string, string> => {
  const t = useTexts();
  const second = t('search:searchByName.second');
  const lastName = t('search:searchByName.lastName');
  const firstName = t('search:searchByName.firstName');
  const mi = t('search:searchByName.mi');
  return {
    grantorGranteeLastName1: lastName,
    grantorGranteeFirstName1: firstName,
    grantorGranteeMiddleInitial1: mi,
    grantorGranteeLastName2: lastName + second,
    grantorGranteeFirstName2: firstName + second,
    grantorGranteeMiddleInitial2: mi + second,
    fromRecordedDate: t('search:fromDate'),
    toRecordedDate: t('search:toDate'),
  };
};

function NameRow({ search, which }: { search: SearchForm; which: 1 | 2 }) {
  const t = useTexts();
  const detail = which === 2 && { labelDetail: t('search:searchByName.second') };
  return (
    <div className="form-row">
      <CriteriaText
        search={search}
        name={`grantorGranteeLastName${which}`}
        label={t('search:searchByName.lastName')}
        {...detail}
        required={which === 1}
        span={5}
      />
      <CriteriaText
        search={search}
        name={`grantorGranteeFirstName${which}`}
        label={t('search:searchByName.firstName')}
        {...detail}
        span={5}
      />
      <CriteriaText
        search={search}
        name={`grantorGranteeMiddleInitial${which}`}
        label={t('search:searchByName.mi')}
        {...detail}
        maxLength={1}
        width="w-1"
        span={2}
      />
    </div>
  );
}

function AndOr({ search }: { search: SearchForm }) {
  const t = useTexts();
  const field = useCriteriaField(search);
  const choices = ['AND', 'OR'].map((value) => ({ value, text: t(`search:searchByName.andOr.${value}`) }));
  return (
    <fieldset className="connector">
      <legend className="sr">{t('search:searchByName.combine')}</legend>
      <Segmented small choices={choices} {...field('andOr')} />
    </fieldset>
  );
}

function Narrowing({ search }: { search: SearchForm }) {
  const t = useTexts();
  const field = useCriteriaField(search);
  const county = useCounty();
  const searchIn = ['BOTH', 'GRANTORS', 'GRANTEES'].map((value) => ({
    value,
    text: t(`search:searchByName.searchIn.${value}`),
  }));
  const match = nameMatchMethods.map((value) => ({ value, text: t(`search:searchByName.match.${value}`) }));
  return (
    <>
      <div className="form-row">
        <SegmentedField
          label={t('search:searchByName.searchIn.label')}
          choices={searchIn}
          span={7}
          {...field('grantorGranteeSearchIn')}
        />
        <SelectField
          label={t('search:searchByName.match.label')}
          choices={match}
          span={5}
          {...field('matchMethod')}
        />
      </div>
      <div className="form-row">
        {asksDocumentType(county) && <CodeListField search={search} name="documentType" span={7} />}
        <CodeListField search={search} name="instrumentGroup" span={5} />
      </div>
    </>
  );
}
