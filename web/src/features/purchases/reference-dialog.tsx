import { useState } from 'react';
import type { PurchaseRow } from '@portal/proto/http/purchases';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from '../../ui/components/fields.js';
import { FormDialog } from '../../ui/components/form-dialog.js';
import { useSetClientReferenceMutation } from './purchases.api.js';

const longest = 60;

interface ReferenceDialogProps {
  purchase: PurchaseRow;
  onClose(saved: boolean): void;
}

/**
 * Sets the client reference of a purchase: for which of the user's clients the pages were bought. An empty field
 * removes the reference.
 */
export function ReferenceDialog({ purchase, onClose }: ReferenceDialogProps) {
  const t = useTexts();
  const [text, setText] = useState(purchase.clientReference);
  const [save, { isLoading }] = useSetClientReferenceMutation();
  const submit = async (): Promise<void> => {
    const { imageStateGuid } = purchase;
    if (imageStateGuid === null) return;
    const answer = await save({ imageStateGuid, clientReference: text });
    if (!answer.error) return onClose(true);
    const error = callErrorOf(answer.error);
    if (!isLoginNeeded(error)) await showAlert(windowErrorText(t, error));
  };
  return (
    <FormDialog
      title={t('purchases:dialog.title')}
      subtitle={purchase.title}
      form="client-reference-form"
      cancelText={t('purchases:dialog.cancel')}
      submitText={t('purchases:dialog.save')}
      busy={isLoading}
      onCancel={() => onClose(false)}
      onSubmit={() => void submit()}
    >
      <TextField
        name="client-reference"
        label={t('purchases:reference')}
        hint={t('purchases:dialog.hint')}
        maxLength={longest}
        value={text}
        data-autofocus=""
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
