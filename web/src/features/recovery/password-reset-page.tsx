import { useParams } from 'react-router';
import { passwordForm } from '@portal/proto/http/password-rules';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { PasswordFields } from '../../ui/components/password-fields.js';
import { useResetPasswordMutation } from './recovery.api.js';
import { RecoveryShell } from './recovery-shell.js';
import { useRecoveryForm } from './use-recovery-form.js';

/** The page of the mailed link for a new password (A4-15 to A4-20). */
export function PasswordResetPage() {
  const t = useTexts();
  const { ticket = '' } = useParams();
  const [reset] = useResetPasswordMutation();
  const recovery = useRecoveryForm({
    schema: passwordForm,
    initial: { password: '', passwordConfirm: '' },
    send: async ({ password }) => {
      await reset({ password, ticket }).unwrap();
      return t('recovery:reset.done');
    },
  });
  return (
    <RecoveryShell {...recovery} title={t('recovery:reset.title')} submitText={t('recovery:reset.submit')}>
      <PasswordFields form={recovery.form} label={t('person:newPassword')} />
    </RecoveryShell>
  );
}
