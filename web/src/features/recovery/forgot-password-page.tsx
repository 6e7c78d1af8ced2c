import { forgotPasswordForm } from '@portal/proto/http/recovery';
import { currentLanguage } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from '../../ui/components/fields.js';
import { useFieldError } from '../../ui/components/person-fields.js';
import { useForgotPasswordMutation } from './recovery.api.js';
import { RecoveryShell } from './recovery-shell.js';
import { useRecoveryForm } from './use-recovery-form.js';

/** Asks for username and e-mail, and mails a link for a new password (A4-07 to A4-11). */
export function ForgotPasswordPage() {
  const t = useTexts();
  const [ask] = useForgotPasswordMutation();
  const recovery = useRecoveryForm({
    schema: forgotPasswordForm,
    initial: { username: '', email: '' },
    send: (answers) => ask({ ...answers, language: currentLanguage() }).unwrap(),
  });
  const errorOf = useFieldError(recovery.form);
  return (
    <RecoveryShell
      {...recovery}
      title={t('recovery:password.title')}
      intro={t('recovery:password.intro')}
      submitText={t('recovery:send')}
    >
      <div className="form-row">
        <TextField
          {...recovery.form.register('username')}
          label={t('person:username')}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errorOf('username')}
        />
      </div>
      <div className="form-row">
        <TextField
          {...recovery.form.register('email')}
          type="email"
          label={t('person:email')}
          required
          autoComplete="email"
          error={errorOf('email')}
        />
      </div>
    </RecoveryShell>
  );
}
