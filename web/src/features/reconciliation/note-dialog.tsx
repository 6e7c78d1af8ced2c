import type { FindingRow } from '@portal/proto/http/reconciliation';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { DialogButton } from '../../ui/components/dialog-button.js';
import { useRequiredNote } from '../../ui/components/required-note.js';
import { Verdict } from './findings-table.js';
import { useNoteFindingMutation } from './reconciliation.api.js';

const longest = 500;

interface NoteDialogProps {
  finding: FindingRow;
  onClose(saved: boolean): void;
  /** Called when the note could not be saved, for example because the finding has changed. */
  onRefused(): void;
}

/** A note about what someone found out or did. The server adds author and time. */
export function NoteDialog({ finding, onClose, onRefused }: NoteDialogProps) {
  const t = useTexts();
  const { field, read } = useRequiredNote({
    ...{ name: 'finding-note', label: t('reconciliation:dialog.note'), longest },
  });
  const [save, { isLoading }] = useNoteFindingMutation();
  const isOpen = finding.state === 'OPEN';
  const submit = async (resolved: boolean): Promise<void> => {
    const note = read();
    if (note === undefined || isLoading) return;
    const answer = await save({ id: finding.id, note, resolved, seen: finding.state });
    if (!answer.error) return onClose(true);
    onRefused();
    const error = callErrorOf(answer.error);
    if (!isLoginNeeded(error)) await showAlert(windowErrorText(t, error));
  };
  return (
    <Dialog
      title={t('reconciliation:dialog.title')}
      subtitle={t('reconciliation:transaction', { id: finding.transactionId })}
      size="lg"
      busy={isLoading}
      onClose={() => onClose(false)}
      foot={
        <>
          <DialogButton busy={isLoading} onPress={() => onClose(false)}>
            {t('reconciliation:dialog.cancel')}
          </DialogButton>
          <button className="btn" type="button" onClick={() => void submit(!isOpen)}>
            {t('reconciliation:dialog.keep')}
          </button>
          <button className="btn btn--primary" type="button" onClick={() => void submit(isOpen)}>
            {t(isOpen ? 'reconciliation:dialog.resolve' : 'reconciliation:dialog.reopen')}
          </button>
        </>
      }
    >
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(!isOpen);
        }}
      >
        <Verdict finding={finding} />
        {field}
      </form>
    </Dialog>
  );
}
