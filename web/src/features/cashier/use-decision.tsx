import { useState, type ReactNode } from 'react';
import type { OfficeEntryRow } from '@portal/proto/http/cashier';
import { alertFailure } from '../../shared/alert-failure.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from '../../ui/components/fields.js';
import { FormDialog } from '../../ui/components/form-dialog.js';
import { MessageDialog } from '../../ui/components/message-dialog.js';
import { useDecideOfficeEntryMutation } from './cashier.api.js';

/**
 * Asks before a correction is approved or refused, because neither can be undone.
 * @param onDone called with the server's message when the list has changed
 */
export const useDecision = (onDone: (told: string) => void) => {
  const t = useTexts();
  const [asked, setAsked] = useState<{ entry: OfficeEntryRow; approve: boolean }>();
  const [send] = useDecideOfficeEntryMutation();
  const decide = async ({ id }: OfficeEntryRow, approve: boolean, note = ''): Promise<void> => {
    setAsked(undefined);
    const answer = await send({ id, approve, note });
    if (answer.error === undefined) return onDone(answer.data);
    await alertFailure(t, answer.error);
    onDone('');
  };
  const deciding = asked?.approve ? 'approve' : asked?.entry.own ? 'takeBack' : 'refuse';
  const terms = asked && {
    text: t(`cashier:${deciding}Question`, { amount: asked.entry.amount, account: asked.entry.accountName }),
    submitText: t(`cashier:${deciding}`),
    onCancel: () => setAsked(undefined),
    onDecide: (note?: string) => void decide(asked.entry, asked.approve, note),
  };
  const Question = deciding === 'refuse' ? RefusalDialog : QuestionDialog;
  const question: ReactNode = terms && <Question {...terms} />;
  return {
    question,
    ask: (entry: OfficeEntryRow, approve: boolean): void => setAsked({ entry, approve }),
  };
};

interface QuestionProps {
  text: string;
  submitText: string;
  onCancel(): void;
  onDecide(note?: string): void;
}

function QuestionDialog({ text, submitText, onCancel, onDecide }: QuestionProps) {
  const t = useTexts();
  return (
    <MessageDialog tone="WARNING" text={text} onClose={onCancel}>
      <button className="btn" type="button" onClick={onCancel}>
        {t('cashier:cancel')}
      </button>
      <button className="btn btn--primary" type="button" onClick={() => onDecide()}>
        {submitText}
      </button>
    </MessageDialog>
  );
}

/** Asks why the correction is refused, because the person who entered it has to know what to do instead. */
function RefusalDialog({ text, submitText, onCancel, onDecide }: QuestionProps) {
  const t = useTexts();
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={text}
      form="refusal"
      cancelText={t('cashier:cancel')}
      submitText={submitText}
      busy={false}
      onCancel={onCancel}
      onSubmit={() => onDecide(note.trim())}
    >
      <div className="form-row">
        <TextField
          name="refusal-note"
          label={t('cashier:field.refusalNote')}
          hint={t('cashier:field.refusalNoteHint')}
          maxLength={200}
          value={note}
          data-autofocus=""
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </FormDialog>
  );
}
