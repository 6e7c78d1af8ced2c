import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { isStaff } from '@portal/proto/roles';
import { profileForm, type ProfileForm, type StoredProfile } from '@portal/proto/http/profile';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { reportToServer } from '../../shared/http/client-log.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { Dialog } from '../../ui/components/dialog.js';
import { DialogButton } from '../../ui/components/dialog-button.js';
import { AddressFields, ContactFields } from '../../ui/components/person-fields.js';
import { UpdateButton } from './dialog-buttons.js';
import { useProfileQuery, useSaveProfileMutation } from './profile.api.js';
import { emptyProfile, profileFormOf, profileOf } from './profile.rules.js';
import { ProofField } from './proof-field.js';
import { useProof } from './use-proof.js';

interface ProfileDialogProps {
  onChangePassword(): void;
  onSecondFactor(): void;
  onSignOutEverywhere(): void;
  onClose(): void;
}

/** A failed load is only logged, and the fields stay empty (A6-08). */
const useStoredProfile = (): StoredProfile | undefined => {
  const { data, isError } = useProfileQuery();
  useEffect(() => {
    if (isError) reportToServer('warn', 'the profile could not be loaded');
  }, [isError]);
  return data;
};

/** The window 'My profile' (A6-01 to A6-20). */
export function ProfileDialog(props: ProfileDialogProps) {
  const { onChangePassword, onSecondFactor, onSignOutEverywhere, onClose } = props;
  const t = useTexts();
  const user = useUser();
  const stored = useStoredProfile();
  const [save] = useSaveProfileMutation();
  const { status, run } = useFormStatus();
  const busy = status === 'LOADING';
  const proof = useProof();
  const form = useForm<ProfileForm>({
    resolver: standardSchemaResolver(profileForm),
    defaultValues: emptyProfile,
    reValidateMode: 'onSubmit',
    ...(stored && { values: profileFormOf(stored), resetOptions: { keepDirtyValues: true } }),
  });
  const send = async (answers: ProfileForm): Promise<boolean> => {
    const answer = await save({ ...profileOf(answers), currentPassword: proof.value });
    if (answer.error) {
      await proof.explain(callErrorOf(answer.error));
      return false;
    }
    onClose();
    // shows the server's message, which says that a new e-mail address takes effect when the mailed link is opened
    if (stored && ![stored.email, stored.newEmail].includes(answers.email))
      await showAlert(answer.data, 'OK');
    return true;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void form.handleSubmit((answers) => run(() => send(answers)))();
  };
  return (
    <Dialog
      title={t('profile:title')}
      size="lg"
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <DialogButton busy={busy} onPress={onClose}>
            {t('profile:close')}
          </DialogButton>
          <DialogButton busy={busy} onPress={onChangePassword}>
            {t('profile:changePassword')}
          </DialogButton>
          <UpdateButton form="profile" status={status} />
        </>
      }
    >
      <form className="form" id="profile" noValidate onSubmit={onSubmit} onChange={() => form.clearErrors()}>
        <AddressFields form={form} reachable="optional" />
        <ContactFields
          form={form}
          reachable="optional"
          {...(stored &&
            stored.newEmail !== '' && { emailHint: t('profile:emailUnconfirmed', { email: stored.email }) })}
        />
        <ProofField proof={proof} />
        <div className="form-row">
          {user && isStaff(user.role) && (
            <button className="btn c-6" type="button" onClick={onSecondFactor}>
              {t('profile:secondFactor')}
            </button>
          )}
          <button className="btn c-6" type="button" onClick={onSignOutEverywhere}>
            {t('profile:everywhere.button')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
