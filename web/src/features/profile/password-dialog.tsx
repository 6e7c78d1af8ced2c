import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { PASSWORD_LEAST, passwordForm, type PasswordForm } from '@portal/proto/http/password-rules';
import { isStaff } from '@portal/proto/roles';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { showFaults } from '../../shared/field-faults.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { Dialog } from '../../ui/components/dialog.js';
import { PasswordFields } from '../../ui/components/password-fields.js';
import { BackAndClose, UpdateButton } from './dialog-buttons.js';
import { useChangePasswordMutation } from './profile.api.js';
import { ProofField } from './proof-field.js';
import { useProof } from './use-proof.js';

interface PasswordDialogProps {
  onBack(): void;
  onClose(): void;
}

/** The window 'Change password' (A6-21 to A6-32). */
export function PasswordDialog({ onBack, onClose }: PasswordDialogProps) {
  const t = useTexts();
  const [change] = useChangePasswordMutation();
  const { status, run } = useFormStatus();
  const busy = status === 'LOADING';
  const proof = useProof();
  const user = useUser();
  const form = useForm<PasswordForm>({
    resolver: standardSchemaResolver(passwordForm),
    defaultValues: { password: '', passwordConfirm: '' },
    reValidateMode: 'onSubmit',
  });
  const send = async ({ password }: PasswordForm): Promise<boolean> => {
    const answer = await change({ password, currentPassword: proof.value });
    if (answer.error) {
      const error = callErrorOf(answer.error);
      if (!showFaults(form, error, ['password'])) await proof.explain(error);
      return false;
    }
    onClose();
    await showAlert(t('profile:passwordUpdated'), 'OK');
    return true;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void form.handleSubmit((answers) => run(() => send(answers)))();
  };
  return (
    <Dialog
      title={t('profile:changePassword')}
      size="lg"
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <BackAndClose busy={busy} onBack={onBack} onClose={onClose} />
          <UpdateButton form="new-password" status={status} />
        </>
      }
    >
      <form
        className="form"
        id="new-password"
        noValidate
        onSubmit={onSubmit}
        onChange={() => form.clearErrors()}
      >
        <PasswordFields
          form={form}
          label={t('person:newPassword')}
          least={PASSWORD_LEAST[user && isStaff(user.role) ? 'staff' : 'user']}
        />
        <ProofField proof={proof} />
      </form>
    </Dialog>
  );
}
