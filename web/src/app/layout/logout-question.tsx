import { showAlert } from '../../shared/alerts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useLogoutMutation } from '../../shared/session.api.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { signedOut } from '../../shared/state/session.slice.js';
import { MessageDialog } from '../../ui/components/message-dialog.js';

/** Asks before the user is logged out (A5-03); then everything kept is cleared (A5-05, A5-06). */
export function LogoutQuestion({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [logout, { isLoading }] = useLogoutMutation();
  const leave = async (): Promise<void> => {
    if (isLoading) return;
    const answer = await logout();
    onClose();
    if (answer.error) void showAlert(t('shell:logout.failed'));
    else dispatch(signedOut());
  };
  return (
    <MessageDialog
      tone="INFO"
      text={t('shell:logout.question')}
      advice={t('shell:logout.advice')}
      onClose={onClose}
    >
      <button className="btn" type="button" onClick={onClose}>
        {t('shell:no')}
      </button>
      <button
        className="btn btn--primary"
        type="button"
        aria-busy={isLoading || undefined}
        onClick={() => void leave()}
      >
        {t('shell:logout.yes')}
      </button>
    </MessageDialog>
  );
}
