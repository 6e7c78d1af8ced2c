import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { PASSWORD_LEAST, passwordForm, type PasswordForm } from '@portal/proto/http/password-rules';
import type { ManagedUser } from '@portal/proto/http/user-manager';
import { isStaff } from '@portal/proto/roles';
import { showAlert } from '../../shared/alerts.js';
import { showFaults } from '../../shared/field-faults.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { useStillHere } from '../../shared/use-still-here.js';
import { FormProblems } from '../../ui/components/form-problems.js';
import { Link } from '../../ui/components/link.js';
import { NotLoaded } from '../../ui/components/not-loaded.js';
import { PageHead } from '../../ui/components/page-head.js';
import { PasswordFields } from '../../ui/components/password-fields.js';
import { useSetUserPasswordMutation, useUserQuery } from './users.api.js';

/** The page 'Reset Password ({username})' (C1-32). */
export function UserPasswordPage({ id }: { id: string }) {
  const t = useTexts();
  const state: unknown = useLocation().state;
  const query = useUserQuery(id);
  const { data: user, isError } = query;
  const username = user?.username ?? nameIn(state);
  const title = t('users:passwordPage.title', { username });
  usePageTitle(title);
  return (
    <div className="content content--center content--form stack">
      <PageHead title={title} lead={t('users:passwordPage.lead')} />
      {isError && !user && <NotLoaded query={query} icon="users" missing={t('users:entry.notFound')} />}
      {user && <PasswordOf user={user} />}
    </div>
  );
}

const nameIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'username' in state ? String(state.username) : '';

function PasswordOf({ user: { id, username, role } }: { user: ManagedUser }) {
  const t = useTexts();
  const navigate = useNavigate();
  const list = useListLeft('/userManager');
  const stillHere = useStillHere();
  const [setPassword] = useSetUserPasswordMutation();
  const { status, run } = useFormStatus();
  const form = useForm<PasswordForm>({
    resolver: standardSchemaResolver(passwordForm),
    defaultValues: { password: '', passwordConfirm: '' },
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const send = async (answers: PasswordForm): Promise<boolean> => {
    const isHere = stillHere();
    const answer = await setPassword({ id, username, ...answers });
    if (answer.error === undefined) {
      if (isHere()) await navigate(list, { state: { told: answer.data } });
      return true;
    }
    const error = callErrorOf(answer.error);
    const shown = error.kind === 'refused' && showFaults(form, error, ['password', 'passwordConfirm']);
    if (!shown && !isTold(error)) await showAlert(windowErrorText(t, error));
    return false;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void form.handleSubmit((answers) => run(() => send(answers)))();
  };
  const labels = { password: t('users:passwordPage.label'), passwordConfirm: t('person:passwordConfirm') };
  return (
    <>
      <FormProblems form={form} labels={labels} />
      <form className="form" noValidate onSubmit={onSubmit} onChange={() => form.clearErrors()}>
        <PasswordFields
          form={form}
          label={labels.password}
          least={PASSWORD_LEAST[isStaff(role) ? 'staff' : 'user']}
        />
        <div className="form-actions">
          <button className="btn btn--primary" type="submit" aria-busy={status === 'LOADING' || undefined}>
            {t('users:passwordPage.submit')}
          </button>
          <Link className="btn" to={list}>
            {t('users:entry.cancel')}
          </Link>
        </div>
      </form>
    </>
  );
}
