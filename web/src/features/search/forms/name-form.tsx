import { nameMatchMethods } from '@portal/proto/criteria/name';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Segmented } from '../../../ui/components/fields.js';
import {
  CriteriaSegments,
  CriteriaSelect,
  KindOfDocument,
  Narrowing,
  RecordedDates,
  registerCriterion,
  useChoices,
} from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { NameRow } from '../name-row.js';
import { useSearchForm, type SearchForm } from '../use-search-form.js';

/** The form Search by Name (B1-070 to B1-081). */
export function NameForm({ initial }: FormProps) {
  const t = useTexts();
  const search = useSearchForm({ type: 'searchByName', initial, labels: useLabels() });
  return (
    <FormShell search={search} advice={t('search:noRecordsNameAdvice')}>
      <NameRow search={search} names={namesOf(1)} required />
      <AndOr search={search} />
      <NameRow search={search} names={namesOf(2)} detail={t('search:searchByName.second')} />
      <Narrowing>
        <Matching search={search} />
        <KindOfDocument search={search} />
        <RecordedDates search={search} />
      </Narrowing>
    </FormShell>
  );
}

const namesOf = (which: 1 | 2) => ({
  last: `grantorGranteeLastName${which}`,
  first: `grantorGranteeFirstName${which}`,
  initial: `grantorGranteeMiddleInitial${which}`,
});

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
    grantorGranteeSearchIn: t('search:searchByName.searchIn.label'),
    matchMethod: t('search:searchByName.match.label'),
  };
};

function AndOr({ search }: { search: SearchForm }) {
  const t = useTexts();
  const choices = useChoices('searchByName.andOr', ['AND', 'OR']);
  return (
    <fieldset className="connector">
      <legend className="sr">{t('search:searchByName.combine')}</legend>
      <Segmented small choices={choices} {...registerCriterion(search, 'andOr')} />
    </fieldset>
  );
}

function Matching({ search }: { search: SearchForm }) {
  const searchIn = useChoices('searchByName.searchIn', ['BOTH', 'GRANTORS', 'GRANTEES']);
  const match = useChoices('searchByName.match', nameMatchMethods);
  return (
    <div className="form-row">
      <CriteriaSegments search={search} name="grantorGranteeSearchIn" choices={searchIn} span={7} />
      <CriteriaSelect search={search} name="matchMethod" choices={match} span={5} />
    </div>
  );
}
