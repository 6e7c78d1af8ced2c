import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from '../../ui/components/fields.js';
import { FormDialog } from '../../ui/components/form-dialog.js';

const longest = 200;

interface DiscardDialogProps {
  /** What is discarded. */
  about: string;
  busy: boolean;
  onClose(): void;
  onDiscard(reason: string): void;
}

/** Asks why facts are discarded, for the audit log. */
export function DiscardDialog({ about, busy, onClose, onDiscard }: DiscardDialogProps) {
  const t = useTexts();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (): void => {
    const reason = text.trim();
    setMissing(reason === '');
    if (reason === '') document.getElementById('discard-reason')?.focus();
    else onDiscard(reason);
  };
  return (
    <FormDialog
      title={t('monitoring:deadFacts.discardTitle')}
      subtitle={about}
      form="discard-facts"
      cancelText={t('monitoring:deadFacts.cancel')}
      submitText={t('monitoring:deadFacts.discard')}
      busy={busy}
      onCancel={onClose}
      onSubmit={submit}
    >
      <p>{t('monitoring:deadFacts.discardLead')}</p>
      <TextField
        name="discard-reason"
        label={t('monitoring:deadFacts.reason')}
        required
        maxLength={longest}
        value={text}
        error={missing ? t('forms:required') : undefined}
        data-autofocus=""
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
