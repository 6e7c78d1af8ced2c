import type { FormStatus } from '../../shared/use-form-status.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { DialogButton } from '../../ui/components/dialog-button.js';

interface BackAndCloseProps {
  busy?: boolean;
  onBack(): void;
  onClose(): void;
}

/** Buttons of the windows that the profile opens: Back leads to the profile, Close closes the window. */
export function BackAndClose({ busy = false, onBack, onClose }: BackAndCloseProps) {
  const t = useTexts();
  return (
    <>
      <DialogButton busy={busy} onPress={onBack}>
        {t('profile:back')}
      </DialogButton>
      <DialogButton busy={busy} onPress={onClose}>
        {t('profile:close')}
      </DialogButton>
    </>
  );
}

/** Sends the form of the dialog; `form` is the form's id. */
export function UpdateButton({ form, status }: { form: string; status: FormStatus }) {
  const t = useTexts();
  return (
    <button
      className="btn btn--primary"
      type="submit"
      form={form}
      aria-busy={status === 'LOADING' || undefined}
    >
      {t('profile:update')}
    </button>
  );
}
