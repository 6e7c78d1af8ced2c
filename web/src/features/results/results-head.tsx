import { memo } from 'react';
import { useShownCriteria } from '../../shared/criteria-of.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { searchFormPath, writeCriteria, type SearchAddress } from '../../shared/search-address.js';
import { densityChosen, type Density } from '../../shared/state/layout.slice.js';
import { useShared, useSharedDispatch } from '../../shared/state/selectors.js';
import { CriteriaList } from '../../ui/components/criteria-list.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { BackToResults } from './back-to-results.js';
import { isTruncated } from './results.rules.js';

/** The location of the search form, with the criteria of a list filled in. */
export const formOf = ({ type, criteria }: SearchAddress) => ({
  pathname: searchFormPath(type),
  hash: writeCriteria(criteria),
});

interface ResultsHeadProps {
  title: string;
  address: SearchAddress;
  total: number;
}

/** The head of the page: the Back button, the criteria, and whether the list was cut off. */
export const ResultsHead = memo(Head);

function Head({ title, address, total }: ResultsHeadProps) {
  const t = useTexts();
  return (
    <>
      <BackToResults />
      <div className="results-head__row">
        <h1 tabIndex={-1}>{title}</h1>
        <Link className="small" to={formOf(address)}>
          {t('results:editSearch')}
        </Link>
        <DensityChoice />
      </div>
      <div className="results-head__criteria">
        <CriteriaList criteria={useShownCriteria(address.type, address.criteria)} strong />
        {isTruncated(total) && (
          <span className="badge badge--warning badge--wrap">
            <Icon name="warning" /> {t('results:truncated')}
          </span>
        )}
      </div>
    </>
  );
}

const densities = [
  { value: 'comfortable', icon: 'rows' },
  { value: 'compact', icon: 'rows-compact' },
] as const satisfies { value: Density; icon: string }[];

function DensityChoice() {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const chosen = useShared((state) => state.layout.density);
  return (
    <div className="results-head__end no-phone">
      <fieldset>
        <legend className="sr">{t('results:density.label')}</legend>
        <div className="segmented segmented--sm segmented--icons">
          {densities.map(({ value, icon }) => (
            <label title={t(`results:density.${value}`)} key={value}>
              <input
                type="radio"
                name="density"
                checked={chosen === value}
                onChange={() => dispatch(densityChosen(value))}
              />
              <Icon name={icon} />
              <span className="sr">{t(`results:density.${value}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
