import type { FormEvent, ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import type { FormStatus } from '../../shared/use-form-status.js';
import { Link } from '../../ui/components/link.js';
import { PageHead } from '../../ui/components/page-head.js';

interface RecoveryShellProps<F extends FieldValues> {
  form: UseFormReturn<F>;
  status: FormStatus;
  title: string;
  intro?: string;
  submitText: string;
  submit(): void;
  children: ReactNode;
}

/** The small forms for users who cannot sign in: a title, a field or two, and the link back to the login page. */
export function RecoveryShell<F extends FieldValues>(props: RecoveryShellProps<F>) {
  const { form, status, title, intro, submitText, submit, children } = props;
  const t = useTexts();
  usePageTitle(title);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit();
  };
  return (
    <div className="content content--center content--form stack">
      <PageHead title={title} lead={intro} />
      <form className="form" noValidate onSubmit={onSubmit} onChange={() => form.clearErrors()}>
        {children}
        <div className="form-actions">
          <button className="btn btn--primary" type="submit" aria-busy={status === 'LOADING' || undefined}>
            {submitText}
          </button>
          <Link className="btn" to="/login">
            {t('recovery:cancel')}
          </Link>
        </div>
      </form>
    </div>
  );
}
