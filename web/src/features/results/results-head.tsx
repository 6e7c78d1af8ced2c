import { useState } from 'react';
import { shownCriteria } from '@portal/proto/criteria/every-search';
import { Link } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { searchFormPath, writeCriteria, type SearchAddress } from '../../shared/search-address.js';
import { densityChosen, type Density } from '../../shared/state/layout.slice.js';
import { readMarksCleared } from '../../shared/state/search.slice.js';
import { useCounty, useShared, useSharedDispatch } from '../../shared/state/selectors.js';
import { CriteriaList } from '../../ui/components/criteria-list.js';
import { Icon } from '../../ui/components/icon.js';
import { NotableDatesDialog } from './notable-dates-dialog.js';
import { isTruncated, sortChoices } from './results.rules.js';

interface ResultsHeadProps {
  title: string;
  address: SearchAddress;
  total: number;
  onAddress(change: Partial<SearchAddress>): void;
}

/** Above the list: what was searched for, whether it was cut off, and the tools. */
export function ResultsHead({ title, address, total, onAddress }: ResultsHeadProps) {
  const t = useTexts();
  const form = { pathname: searchFormPath(address.type), hash: writeCriteria(address.criteria) };
  return (
    <div className="results-head">
      <div className="results-head__row">
        <h1 tabIndex={-1}>{title}</h1>
        <Link className="small" to={form}>
          {t('results:editSearch')}
        </Link>
        <DensityChoice />
      </div>
      <div className="results-head__criteria">
        <CriteriaList criteria={shownCriteria(address.type, address.criteria, t)} strong />
        {isTruncated(total) && (
          <span className="badge badge--warning badge--wrap">
            <Icon name="warning" /> {t('results:truncated')}
          </span>
        )}
      </div>
      <Tools address={address} onAddress={onAddress} />
    </div>
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

function Tools({ address, onAddress }: Pick<ResultsHeadProps, 'address' | 'onAddress'>) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [datesOpen, setDatesOpen] = useState(false);
  const { common, notableDates } = useCounty();
  const hasRead = useShared((state) => state.search.readDocuments.length > 0);
  const ascending = address.sortDirection === 'ASC';
  const choices = sortChoices(t, common.bookLabel);
  return (
    <div className="toolbar">
      <div className="toolbar__group">
        <label className="label" htmlFor="sort">
          {t('results:sort.label')}
        </label>
        <select
          className="select"
          id="sort"
          value={address.sortKey}
          onChange={({ target }) => {
            const sortKey = choices.find(({ value }) => value === target.value)?.value;
            if (sortKey) onAddress({ sortKey, pageNumber: 1, selected: '' });
          }}
        >
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <button
          className="btn btn--icon btn--sm"
          type="button"
          onClick={() =>
            onAddress({ sortDirection: ascending ? 'DESC' : 'ASC', pageNumber: 1, selected: '' })
          }
        >
          <Icon name={ascending ? 'sort-asc' : 'sort-desc'} />
          <span className="sr">{t(ascending ? 'results:sort.ascending' : 'results:sort.descending')}</span>
        </button>
      </div>
      {hasRead && (
        <button className="btn btn--quiet btn--sm" type="button" onClick={() => dispatch(readMarksCleared())}>
          {t('results:resetRead')}
        </button>
      )}
      <button
        className="btn btn--quiet btn--sm toolbar__end"
        type="button"
        onClick={() => setDatesOpen(true)}
      >
        <Icon name="calendar" /> {t('results:notableDates')}
      </button>
      {datesOpen && <NotableDatesDialog dates={notableDates} onClose={() => setDatesOpen(false)} />}
    </div>
  );
}
