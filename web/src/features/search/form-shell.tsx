import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
} from 'react';
import { useMessageText, useTexts } from '../../shared/i18n/use-texts.js';
import { searchHeading } from '../../shared/search-types.js';
import { useCounty } from '../../shared/state/selectors.js';
import { ErrorSummary } from '../../ui/components/error-summary.js';
import { Icon } from '../../ui/components/icon.js';
import type { SearchForm } from './use-search-form.js';

const NothingFound = lazy(async () => ({ default: (await import('./nothing-found.js')).NothingFound }));

interface FormShellProps {
  search: SearchForm;
  /** Advice that is shown when a search finds nothing. */
  advice?: string;
  children: ReactNode;
}

/** On touch screens no field gets the focus, because the focus would open the keyboard over the new form. */
const byFinger = '(pointer: coarse)';

/** Focuses the first field of a form, so that the user can type at once. */
const useFocusInFirstField = () => {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (matchMedia(byFinger).matches) return;
    ref.current
      ?.querySelector<HTMLElement>('input:not([type=radio]), input[type=radio]:checked, select')
      ?.focus({ preventScroll: true });
  }, []);
  return ref;
};

/** The common form shell: county note, heading, rows, Submit and Clear (B1-015). */
export function FormShell({ search, advice, children }: FormShellProps) {
  const t = useTexts();
  const keeping = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // A submit stores the criteria itself. Storing them again later would cancel the navigation to the results.
    clearTimeout(keeping.current);
    search.submit();
  };
  // A form also loses the focus when it is removed from the page; then its criteria must not be written into the URL.
  const onBlur = ({ currentTarget }: FocusEvent): void => {
    keeping.current = setTimeout(() => currentTarget.isConnected && search.keepInAddress());
  };
  const titleId = useId();
  const ref = useFocusInFirstField();
  return (
    <div>
      <FormHead search={search} titleId={titleId} />
      <form
        className="form"
        noValidate
        aria-labelledby={titleId}
        ref={ref}
        onSubmit={onSubmit}
        onBlur={onBlur}
      >
        <Suspense>
          {search.nothing && (
            <NothingFound
              search={search}
              widenings={search.nothing}
              advice={advice ?? t('search:noRecordsAdvice')}
            />
          )}
        </Suspense>
        <Problems search={search} />
        {children}
        <FormActions search={search} />
      </form>
    </div>
  );
}

function FormHead({ search: { type }, titleId }: Pick<FormShellProps, 'search'> & { titleId: string }) {
  const t = useTexts();
  const { common, search } = useCounty();
  const note = search.countyNotes[type];
  return (
    <div className="page-head">
      <div className="page-head__text">
        <h1 id={titleId} tabIndex={-1}>
          {searchHeading(t, common, type)}
        </h1>
        <p>{t(`search:${type}.intro`)}</p>
        {note && <p className="county-note">{note}</p>}
      </div>
    </div>
  );
}

function FormActions({ search }: Pick<FormShellProps, 'search'>) {
  const t = useTexts();
  const busy = search.status === 'LOADING';
  return (
    <div className="form-actions">
      <button className="btn btn--primary" type="submit" aria-busy={busy || undefined}>
        {!busy && <Icon name="search" />} {t('forms:submit')}
      </button>
      <button className="btn" type="button" onClick={search.clear}>
        {t('forms:clear')}
      </button>
      <span className="sr" role="status">
        {busy && t('search:searching')}
      </span>
    </div>
  );
}

/**
 * The summary of errors. It is created again at each submit with errors, so that it gets the focus again. An error
 * found while a plat is typed is shown only at its field.
 */
function Problems({ search }: Pick<FormShellProps, 'search'>) {
  const t = useTexts();
  const textOf = useMessageText();
  const { errors, submitCount, isSubmitted } = search.form.formState;
  const problems = Object.entries(search.labels).flatMap(([field, label]) => {
    const error = errors[field];
    const text = error?.type === 'match' ? undefined : textOf(error?.message);
    return text === undefined ? [] : [{ field, text: t('forms:problemOf', { label, text }) }];
  });
  if (!isSubmitted || problems.length === 0) return null;
  return (
    <ErrorSummary
      key={submitCount}
      title={t('forms:problem', { count: problems.length })}
      problems={problems}
    />
  );
}
