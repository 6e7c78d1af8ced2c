import { useTexts } from '../../shared/i18n/use-texts.js';
import { FormDialog } from '../../ui/components/form-dialog.js';
import { useRequiredNote } from '../../ui/components/required-note.js';

const longest = 200;

interface DiscardDialogProps {
  /** The name of the group of failed facts (events) to discard. */
  about: string;
  busy: boolean;
  onClose(): void;
  onDiscard(reason: string): void;
}

/** Asks why failed facts (events) are discarded; the audit log gets the reason. */
export function DiscardDialog({ about, busy, onClose, onDiscard }: DiscardDialogProps) {
  const t = useTexts();
  const { field, read } = useRequiredNote({
    ...{ name: 'discard-reason', label: t('monitoring:deadFacts.reason'), longest },
  });
  const submit = (): void => {
    const reason = read();
    if (reason !== undefined) onDiscard(reason);
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
      {field}
    </FormDialog>
  );
}
