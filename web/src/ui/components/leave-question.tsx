import { showAlert } from '../../shared/alerts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { signedOut } from '../../shared/state/session.slice.js';
import { MessageDialog } from './message-dialog.js';

interface LeaveQuestionProps {
  text: string;
  advice: string;
  yes: string;
  busy: boolean;
  /** Ends the session. If this fails, resolves to the reason. */
  leave(): Promise<string | undefined>;
  onClose(): void;
}

/** Asks before a session ends. After a yes, all stored data is cleared (A5-05, A5-06). */
export function LeaveQuestion({ text, advice, yes, busy, leave, onClose }: LeaveQuestionProps) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const onYes = async (): Promise<void> => {
    if (busy) return;
    const failure = await leave();
    onClose();
    if (failure === undefined) dispatch(signedOut());
    else void showAlert(failure);
  };
  return (
    <MessageDialog tone="INFO" text={text} advice={advice} onClose={onClose}>
      <button className="btn" type="button" onClick={onClose}>
        {t('shell:no')}
      </button>
      <button
        className="btn btn--primary"
        type="button"
        aria-busy={busy || undefined}
        onClick={() => void onYes()}
      >
        {yes}
      </button>
    </MessageDialog>
  );
}
