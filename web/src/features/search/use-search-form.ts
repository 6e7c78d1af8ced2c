import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useLazySearchPageQuery } from '../../shared/search.api.js';
import {
  defaultSort,
  readSearchAddress,
  resultsPathOf,
  writeSearchAddress,
} from '../../shared/search-address.js';
import type { SearchType } from '@portal/proto/http/search-types';
import {
  criteriaCleared,
  criteriaSaved,
  searchSubmitted,
  type Criteria,
} from '../../shared/state/search.slice.js';
import { useCounty, useSharedDispatch, type SharedState } from '../../shared/state/selectors.js';
import { useFormStatus, type FormStatus } from '../../shared/use-form-status.js';
import { clearedCriteria } from './criteria.rules.js';

/** The schema of a form's criteria; every criterion is text. */
export type CriteriaSchema = z.ZodMiniType<Criteria, Partial<Criteria>>;

export interface SearchForm {
  form: UseFormReturn<Partial<Criteria>, unknown, Criteria>;
  status: FormStatus;
  /** Nothing was found by the last submit (B2-33). */
  nothingFound: boolean;
  submit(): void;
  clear(): void;
  /** Editing any field takes message and errors away (B1-021). */
  edited(): void;
}

/** The address that leads to the results also is the request: both must agree to the letter. */
const firstPageOf = (type: SearchType, criteria: Criteria) => {
  const hash = writeSearchAddress({
    type,
    criteria,
    pageNumber: 1,
    sortKey: defaultSort(type),
    sortDirection: 'ASC',
  });
  return { hash, address: readSearchAddress(hash) };
};

/** Runs a search; results lead to their page (B2-31), none stay on the form, a failure is said (B2-39). */
const useSubmit = (type: SearchType, onNothing: () => void) => {
  const t = useTexts();
  const store = useStore<SharedState>();
  const dispatch = useSharedDispatch();
  const navigate = useNavigate();
  const [search] = useLazySearchPageQuery();
  return async (criteria: Criteria): Promise<boolean> => {
    dispatch(criteriaSaved({ type, criteria }));
    dispatch(searchSubmitted());
    const { hash, address } = firstPageOf(type, criteria);
    if (!address) return false;
    const answer = await search({ ...address, submission: store.getState().search.submission });
    if (!answer.data) {
      // The end of the session empties the cache: then there is neither an answer nor an error.
      const error = answer.error && callErrorOf(answer.error);
      if (error && !isLoginNeeded(error)) void showAlert(windowErrorText(t, error));
      return false;
    }
    if (answer.data.totalRecordCount === 0) {
      onNothing();
      return false;
    }
    await navigate({ pathname: resultsPathOf(type), hash });
    return true;
  };
};

/** The behaviour that all search forms share: criteria remembered, one submit at a time, Clear to the defaults. */
export const useSearchForm = (type: SearchType, schema: CriteriaSchema, initial: Criteria): SearchForm => {
  const county = useCounty();
  const dispatch = useSharedDispatch();
  const [nothingFound, setNothingFound] = useState(false);
  const { status, run } = useFormStatus();
  const form = useForm<Partial<Criteria>, unknown, Criteria>({
    resolver: standardSchemaResolver(schema),
    defaultValues: initial,
    reValidateMode: 'onSubmit',
  });
  const search = useSubmit(type, () => setNothingFound(true));
  const edited = (): void => {
    form.clearErrors();
    setNothingFound(false);
  };
  return {
    form,
    status,
    nothingFound,
    submit: () => {
      if (status !== '') return;
      setNothingFound(false);
      void form.handleSubmit((criteria) => run(() => search(criteria)))();
    },
    clear: () => {
      dispatch(criteriaCleared(type));
      form.reset(clearedCriteria(type, county));
      setNothingFound(false);
    },
    edited,
  };
};
