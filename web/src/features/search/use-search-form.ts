import { useMemo, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import type { SearchType } from '@portal/proto/http/search-types';
import { criteriaOf } from '../../shared/criteria-of.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { writeCriteria } from '../../shared/search-address.js';
import type { AnsweredWidening } from '../../shared/search.api.js';
import { criteriaCleared, type Criteria } from '../../shared/state/search.slice.js';
import { showFaults } from '../../shared/field-faults.js';
import { useCounty, useSharedDispatch } from '../../shared/state/selectors.js';
import { useFormStatus, type FormStatus } from '../../shared/use-form-status.js';
import { useStillHere } from '../../shared/use-still-here.js';
import { criteriaResolver, type CriteriaSchema } from './criteria-resolver.js';
import { defaultCriteria, differingCriteria } from './criteria.rules.js';
import { useRunSearch } from './run-search.js';

export interface SearchForm {
  type: SearchType;
  form: UseFormReturn<Partial<Criteria>, unknown, Criteria>;
  /** Labels of the fields, in the order of the form. */
  labels: Record<string, string>;
  status: FormStatus;
  /** Suggestions after a submit that found nothing (B2-33). */
  nothing: readonly AnsweredWidening[] | undefined;
  submit(): void;
  clear(): void;
  /** Called when a field is edited; clears the message and the errors (B1-021). */
  edited(): void;
  /** Sets criteria as if the user had typed them. */
  change(criteria: Criteria): void;
  current(): Criteria;
  /** True if the form's rules accept these criteria. */
  accepts(criteria: Criteria): boolean;
  /** Writes the typed criteria into the URL, so that a bookmark includes them. */
  keepInAddress(): void;
}

interface SearchFormTerms {
  type: SearchType;
  initial: Criteria;
  labels: Record<string, string>;
  /** Adapts the criteria before a submit, for example clears fields that do not apply (B1-118). */
  prepare?: (criteria: Criteria) => Criteria;
}

/** Returns the schema that the gateway and the search service also use. The form adds the county's current day. */
const useSchema = (type: SearchType): CriteriaSchema => {
  const { today } = useCounty().county;
  return useMemo(() => criteriaOf(type).schema(today === '' ? {} : { today }), [type, today]);
};

const sharedLabels = ['documentType', 'instrumentGroup'] as const;

const useLabels = (own: Record<string, string>): Record<string, string> => {
  const t = useTexts();
  return {
    ...own,
    ...Object.fromEntries(sharedLabels.map((name) => [name, t(`search:${name}`)])),
    fromRecordedDate: t('search:fromDate'),
    toRecordedDate: t('search:toDate'),
  };
};

const useAddressOfForm = (type: SearchType, read: () => Partial<Criteria>) => {
  const county = useCounty();
  const navigate = useNavigate();
  const { hash: shown } = useLocation();
  return (): void => {
    const hash = writeCriteria(differingCriteria(read(), defaultCriteria(type, county)));
    if (hash !== shown) void navigate({ hash }, { replace: true, preventScrollReset: true });
  };
};

interface SubmissionEnds {
  onNothing(widenings: readonly AnsweredWidening[]): void;
  /** Shows the server's messages beside their fields; false when none of them belongs to a field of the form. */
  showsFaults(faults: Record<string, string>): boolean;
}

/** Runs one search at a time. The form can be submitted again if the navigation to the results is canceled. */
const useSubmission = (
  type: SearchType,
  writeAddress: () => void,
  { onNothing, showsFaults }: SubmissionEnds,
) => {
  const navigate = useNavigate();
  const runSearch = useRunSearch();
  const stillHere = useStillHere();
  const { status, run } = useFormStatus();
  const searching = useRef(false);
  // A change of the URL would cancel a pending navigation to the results.
  const keepInAddress = (): void => {
    if (!searching.current) writeAddress();
  };
  const search = async (criteria: Criteria): Promise<boolean> => {
    keepInAddress();
    searching.current = true;
    const isHere = stillHere();
    const outcome = await runSearch(type, criteria);
    if (outcome.kind === 'nothing') onNothing(outcome.widenings);
    if (outcome.kind === 'failed' && !showsFaults(outcome.faults)) void outcome.tell();
    if (outcome.kind === 'found' && isHere()) await navigate(outcome.to);
    return false;
  };
  const searchOnce = (criteria: Criteria): Promise<void> =>
    run(() => search(criteria).finally(() => (searching.current = false)));
  return { status, searchOnce, keepInAddress };
};

/**
 * What all search forms have in common: remembered criteria, one submit at a time, and Clear, which restores the
 * defaults.
 */
export const useSearchForm = ({ type, initial, labels, prepare }: SearchFormTerms): SearchForm => {
  const county = useCounty();
  const dispatch = useSharedDispatch();
  const schema = useSchema(type);
  const [nothing, setNothing] = useState<readonly AnsweredWidening[]>();
  const form = useForm<Partial<Criteria>, unknown, Criteria>({
    resolver: criteriaResolver(schema),
    defaultValues: initial,
    reValidateMode: 'onSubmit',
    // The summary of errors gets the focus instead of the field.
    shouldFocusError: false,
  });
  const writeAddress = useAddressOfForm(type, () => form.getValues());
  const allLabels = useLabels(labels);
  const { status, searchOnce, keepInAddress } = useSubmission(type, writeAddress, {
    onNothing: setNothing,
    showsFaults: (fields) => showFaults(form, { kind: 'refused', fields }, Object.keys(allLabels)),
  });
  const current = (): Criteria => mergedWith(initial, form.getValues());
  const change = (criteria: Criteria): void => {
    for (const [name, value] of Object.entries(criteria)) form.setValue(name, value);
  };
  return {
    type,
    form,
    labels: allLabels,
    status,
    nothing,
    submit: () => {
      if (status !== '') return;
      setNothing(undefined);
      if (prepare) change(prepare(current()));
      void form.handleSubmit(searchOnce)();
    },
    clear: () => {
      dispatch(criteriaCleared(type));
      form.reset(defaultCriteria(type, county));
      setNothing(undefined);
      keepInAddress();
    },
    edited: () => {
      form.clearErrors();
      setNothing(undefined);
    },
    change,
    current,
    accepts: (criteria) => schema.safeParse(criteria).success,
    keepInAddress,
  };
};

const mergedWith = (defaults: Criteria, typed: Partial<Criteria>): Criteria =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, typed[name] ?? value]));
