import { useTexts } from '../../../shared/i18n/use-texts.js';
import { KindOfDocument, Narrowing, RecordedDates } from '../criteria-fields.js';
import type { FormProps } from '../forms.js';
import { FormShell } from '../form-shell.js';
import { LegalFields, legalTypeOf, useLegalLabels } from '../legal-fields.js';
import { onlyLegalType } from '../legal.rules.js';
import { NameRow } from '../name-row.js';
import { useSearchForm } from '../use-search-form.js';

/** The form Search by Legal Description (B1-058 to B1-069). */
export function LegalDescriptionForm({ initial }: FormProps) {
  const t = useTexts();
  const search = useSearchForm({
    type: 'searchByLegalDescription',
    initial,
    labels: { ...useLegalLabels(), ...useNameLabels() },
    prepare: onlyLegalType,
  });
  const suffix = legalTypeOf(search) === 'LB' ? 'Lb' : 'Mb';
  const names = {
    last: `grantorGranteeLastName${suffix}`,
    first: `grantorGranteeFirstName${suffix}`,
    initial: `grantorGranteeMiddleInitial${suffix}`,
  };
  return (
    <FormShell search={search}>
      <LegalFields search={search} />
      <Narrowing>
        <h2>{t('search:searchByLegalDescription.party')}</h2>
        <NameRow search={search} names={names} key={suffix} />
        <KindOfDocument search={search} />
        <RecordedDates search={search} />
      </Narrowing>
    </FormShell>
  );
}

const useNameLabels = (): Record<string, string> => {
  const t = useTexts();
  return Object.fromEntries(
    ['Lb', 'Mb'].flatMap((suffix) => [
      [`grantorGranteeLastName${suffix}`, t('search:searchByName.lastName')],
      [`grantorGranteeFirstName${suffix}`, t('search:searchByName.firstName')],
      [`grantorGranteeMiddleInitial${suffix}`, t('search:searchByName.mi')],
    ]),
  );
};
