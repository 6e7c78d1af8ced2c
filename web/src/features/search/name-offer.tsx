import { useTexts } from '../../shared/i18n/use-texts.js';
import { splitName } from './split-name.rules.js';
import type { SearchForm } from './use-search-form.js';

interface NameOfferProps {
  search: SearchForm;
  /** The names of the three fields. */
  names: { last: string; first: string; initial: string };
}

/** Offers to split a pasted full name into the three fields, as long as one field contains it. */
export function NameOffer({ search, names }: NameOfferProps) {
  const t = useTexts();
  const { form } = search;
  const [last = '', first = ''] = form.watch([names.last, names.first]);
  const name = first === '' ? splitName(last) : undefined;
  const take = (): void => {
    if (!name) return;
    form.setValue(names.last, name.last);
    form.setValue(names.first, name.first);
    form.setValue(names.initial, name.initial);
    search.edited();
    // the button disappears with the offer, so the last name gets the focus
    document.getElementById(names.last)?.focus();
  };
  return (
    <div className="name-offer" role="status">
      {name && (
        <>
          <span>{t('workbench:name.offer', { ...name, initial: name.initial || '–' })}</span>
          <button className="btn btn--sm" type="button" onClick={take}>
            {t('workbench:name.split')}
          </button>
        </>
      )}
    </div>
  );
}
