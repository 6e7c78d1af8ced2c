import * as z from 'zod/mini';
import { createElement, useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { SearchType } from '@portal/proto/http/search-types';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { readCriteria } from '../../shared/search-address.js';
import { defaultSearch, offeredSearches, searchHeading } from '../../shared/search-types.js';
import type { Criteria } from '../../shared/state/search.slice.js';
import { useCounty, useShared, useUser } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Link } from '../../ui/components/link.js';
import { defaultCriteria, mergeCriteria } from './criteria.rules.js';
import { loadedForm, loadForm } from './forms.js';
import { SearchAside } from './search-aside.js';

const savedCriteria = z.record(z.string(), z.string());

/** The page with the form of the search that the URL names (B1-013), or of the county's default search (B1-012). */
export function SearchPage() {
  const t = useTexts();
  const county = useCounty();
  const offered = offeredSearches(county, useUser());
  const { searchType, historyNumber } = useParams();
  const type =
    searchType === undefined ? defaultSearch(county, offered) : offered.find((each) => each === searchType);
  const none = offered.length === 0 ? 'none' : 'notOffered';
  usePageTitle(type ? searchHeading(t, county.common, type) : t(`search:${none}.title`));
  if (!type) return <NoSearch why={none} />;
  return (
    <div className="with-aside">
      <FormOf key={`${type}/${historyNumber ?? ''}`} type={type} historyNumber={historyNumber} />
      <SearchAside />
    </div>
  );
}

function NoSearch({ why }: { why: 'none' | 'notOffered' }) {
  const t = useTexts();
  return (
    <EmptyState icon="search" title={t(`search:${why}.title`)}>
      <p>{t(`search:${why}.text`)}</p>
      {why === 'notOffered' && (
        <Link className="btn" to="/search">
          {t('search:notOffered.open')}
        </Link>
      )}
    </EmptyState>
  );
}

/**
 * Returns the form. The route usually loads the form before the page renders; otherwise it is loaded here, and the
 * result is undefined until then.
 */
const useForm = (type: SearchType) => {
  const [, arrived] = useState(0);
  const form = loadedForm(type);
  useEffect(() => {
    let current = true;
    if (!form) void loadForm(type).then(() => current && arrived((count) => count + 1));
    return () => {
      current = false;
    };
  }, [form, type]);
  return form;
};

function FormOf({ type, historyNumber }: { type: SearchType; historyNumber: string | undefined }) {
  const county = useCounty();
  const remembered = useRemembered(type, historyNumber);
  const form = useForm(type);
  // The placeholder is as tall as the window, so that nothing visibly moves when the form arrives.
  if (!form) return <div className="form-wait" aria-busy="true" />;
  return createElement(form, { initial: mergeCriteria(defaultCriteria(type, county), remembered) });
}

/**
 * The criteria with which the form opens: the criteria in the URL, otherwise the criteria of a history entry (B3-07),
 * otherwise the last criteria of this kind of search (B3-08).
 */
const useRemembered = (type: SearchType, historyNumber: string | undefined): Criteria | undefined => {
  const { hash } = useLocation();
  const { criteria, history } = useShared((state) => state.search);
  if (hash !== '') return readCriteria(hash);
  const entry = history.find((each) => each.type === type && String(each.index) === historyNumber);
  if (!entry) return criteria[type];
  const saved = savedCriteria.safeParse(parseJson(entry.criteriaJson));
  return saved.success ? saved.data : undefined;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
