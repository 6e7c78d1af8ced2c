import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { signedOut } from '../../shared/state/session.slice.js';
import { MessageDialog } from '../../ui/components/message-dialog.js';
import { useLogoutEverywhereMutation } from './profile.api.js';

/** Asks before every session of the user ends; then everything kept here is cleared, as at a logout. */
export function EverywhereQuestion({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [logout, { isLoading }] = useLogoutEverywhereMutation();
  const leave = async (): Promise<void> => {
    if (isLoading) return;
    const answer = await logout();
    onClose();
    if (answer.error) void showAlert(windowErrorText(t, callErrorOf(answer.error)));
    else dispatch(signedOut());
  };
  return (
    <MessageDialog
      tone="INFO"
      text={t('profile:everywhere.question')}
      advice={t('profile:everywhere.advice')}
      onClose={onClose}
    >
      <button className="btn" type="button" onClick={onClose}>
        {t('profile:proof.cancel')}
      </button>
      <button
        className="btn btn--primary"
        type="button"
        aria-busy={isLoading || undefined}
        onClick={() => void leave()}
      >
        {t('profile:everywhere.button')}
      </button>
    </MessageDialog>
  );
}
