import type { FormStatus } from '../../shared/use-form-status.js';
import { useTexts } from '../../shared/i18n/use-texts.js';

interface BackAndCloseProps {
  onBack(): void;
  onClose(): void;
}

/** Buttons of the windows that the profile opens: Back leads to the profile, Close closes the window. */
export function BackAndClose({ onBack, onClose }: BackAndCloseProps) {
  const t = useTexts();
  return (
    <>
      <button className="btn" type="button" onClick={onBack}>
        {t('profile:back')}
      </button>
      <button className="btn" type="button" onClick={onClose}>
        {t('profile:close')}
      </button>
    </>
  );
}

/** Sends the form of the dialog; `form` is its id. */
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
