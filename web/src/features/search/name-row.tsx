import { lazy, Suspense, useState } from 'react';
import { loadTexts } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { CriteriaText } from './criteria-fields.js';
import type { SearchForm } from './use-search-form.js';

const NameOffer = lazy(async () => {
  const [{ NameOffer: offer }] = await Promise.all([import('./name-offer.js'), loadTexts('workbench')]);
  return { default: offer };
});

interface NameRowProps {
  search: SearchForm;
  /** The names of the three fields. */
  names: { last: string; first: string; initial: string };
  /** Text that screen readers read out after each label. */
  detail?: string;
  required?: boolean;
}

/** Last name or business name, first name and middle initial of at most one character (B1-031). */
export function NameRow({ search, names, detail, required = false }: NameRowProps) {
  const t = useTexts();
  const [pasted, setPasted] = useState(false);
  const more = detail !== undefined && { labelDetail: detail };
  return (
    <div className="form-row">
      <CriteriaText
        onPaste={() => setPasted(true)}
        search={search}
        name={names.last}
        label={t('search:searchByName.lastName')}
        {...more}
        required={required}
        span={5}
      />
      <CriteriaText
        search={search}
        name={names.first}
        label={t('search:searchByName.firstName')}
        {...more}
        span={5}
      />
      <CriteriaText
        search={search}
        name={names.initial}
        label={t('search:searchByName.mi')}
        {...more}
        maxLength={1}
        width="w-1"
        span={2}
      />
      <Suspense>{pasted && <NameOffer search={search} names={names} />}</Suspense>
    </div>
  );
}
