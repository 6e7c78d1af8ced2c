import type { FormEvent, ReactNode } from 'react';
import { useMessageText, useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchType } from '@portal/proto/http/search-types';
import { useCounty } from '../../shared/state/selectors.js';
import { ErrorSummary } from '../../ui/components/error-summary.js';
import { Icon } from '../../ui/components/icon.js';
import { Notice } from '../../ui/components/notice.js';
import type { SearchForm } from './use-search-form.js';

interface FormShellProps {
  type: SearchType;
  search: SearchForm;
  /** Names of the fields in their order, for the summary of errors. */
  labels: Record<string, string>;
  advice: string;
  children: ReactNode;
}

/** The common form shell: county note, heading, rows, Submit and Clear (B1-015). */
export function FormShell({ type, search, labels, advice, children }: FormShellProps) {
  const t = useTexts();
  const note = useCounty().search.countyNotes[type];
  const busy = search.status === 'LOADING';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    search.submit();
  };
  return (
    <div>
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{t(`search:${type}.heading`)}</h1>
          <p>{t(`search:${type}.intro`)}</p>
          {note && <p className="county-note">{note}</p>}
        </div>
      </div>
      <form className="form" noValidate onSubmit={onSubmit}>
        {search.nothingFound && (
          <Notice tone="warning" title={t('search:noRecords')}>
            <p>{advice}</p>
          </Notice>
        )}
        <Problems search={search} labels={labels} />
        {children}
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
      </form>
    </div>
  );
}

/** Shown afresh at each submit that finds wrong answers, so that it takes the focus again. */
function Problems({ search, labels }: Pick<FormShellProps, 'search' | 'labels'>) {
  const t = useTexts();
  const textOf = useMessageText();
  const { errors, submitCount } = search.form.formState;
  const problems = Object.entries(labels).flatMap(([field, label]) => {
    const text = textOf(errors[field]?.message);
    return text === undefined ? [] : [{ field, text: t('forms:problemOf', { label, text }) }];
  });
  if (problems.length === 0) return null;
  return (
    <ErrorSummary
      key={submitCount}
      title={t('forms:problem', { count: problems.length })}
      problems={problems}
    />
  );
}
