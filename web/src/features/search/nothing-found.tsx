import { resultLimit } from '@portal/proto/http/search-types';
import { languageTerms } from '@portal/proto/catalogues';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { AnsweredWidening } from '../../shared/search.api.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { Notice } from '../../ui/components/notice.js';
import { criteriaWithout } from './criteria.rules.js';
import type { SearchForm } from './use-search-form.js';

interface NothingFoundProps {
  search: SearchForm;
  widenings: readonly AnsweredWidening[];
  advice: string;
}

/**
 * Says that there are no records (B2-33), and lists each criterion without which there would be records. A click on its
 * button searches without that criterion.
 */
export function NothingFound({ search, widenings, advice }: NothingFoundProps) {
  const t = useTexts();
  return (
    <Notice tone="warning" title={t('search:noRecords')}>
      {widenings.length === 0 ? (
        <p>{advice}</p>
      ) : (
        <ul className="widenings">
          {widenings.map((widening) => (
            <WideningLine key={widening.label} search={search} widening={widening} />
          ))}
        </ul>
      )}
    </Notice>
  );
}

function WideningLine({ search, widening }: { search: SearchForm; widening: AnsweredWidening }) {
  const t = useTexts();
  const county = useCounty();
  const { intl } = languageTerms[useUser()?.language ?? 'ENGLISH'];
  const { label, total: count } = widening;
  const criterion = t(label);
  const total = new Intl.NumberFormat(intl).format(count);
  const criteria = criteriaWithout(search.type, search.current(), label, county);
  const leaveOut = (left: NonNullable<typeof criteria>): void => {
    // The button disappears with the notice, so the heading gets the focus.
    document.querySelector<HTMLElement>('#main h1')?.focus();
    search.change(left);
    search.submit();
  };
  return (
    <li>
      <span>
        {count >= resultLimit
          ? t('search:widening.many', { criterion, total })
          : t('search:widening.total', { criterion, total, count })}
      </span>
      {criteria && search.accepts(criteria) && (
        <button className="btn btn--sm" type="button" onClick={() => leaveOut(criteria)}>
          {t('search:widening.search', { criterion })}
        </button>
      )}
    </li>
  );
}
