import { forgotUsernameForm } from '@portal/proto/http/recovery';
import { currentLanguage } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from '../../ui/components/fields.js';
import { useFieldError } from '../../ui/components/person-fields.js';
import { useForgotUsernameMutation } from './recovery.api.js';
import { RecoveryShell } from './recovery-shell.js';
import { useRecoveryForm } from './use-recovery-form.js';

/** Asks for the e-mail, and mails the usernames that belong to it (A4-01 to A4-04). */
export function ForgotUsernamePage() {
  const t = useTexts();
  const [ask] = useForgotUsernameMutation();
  const recovery = useRecoveryForm({
    schema: forgotUsernameForm,
    initial: { email: '' },
    send: (answers) => ask({ ...answers, language: currentLanguage() }).unwrap(),
  });
  const errorOf = useFieldError(recovery.form);
  return (
    <RecoveryShell
      {...recovery}
      title={t('recovery:username.title')}
      intro={t('recovery:username.intro')}
      submitText={t('recovery:send')}
    >
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
