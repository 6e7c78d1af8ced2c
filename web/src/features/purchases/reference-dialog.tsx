import { useState, type FormEvent } from 'react';
import type { PurchaseRow } from '@portal/proto/http/purchases';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { TextField } from '../../ui/components/fields.js';
import { useSetClientReferenceMutation } from './purchases.api.js';

const longest = 60;

interface ReferenceDialogProps {
  purchase: PurchaseRow;
  onClose(saved: boolean): void;
}

/** Names an order for the client it was made for; an empty field takes the name away. */
export function ReferenceDialog({ purchase, onClose }: ReferenceDialogProps) {
  const t = useTexts();
  const [text, setText] = useState(purchase.clientReference);
  const [save, { isLoading }] = useSetClientReferenceMutation();
  const submit = async (): Promise<void> => {
    const { imageStateGuid } = purchase;
    if (isLoading || imageStateGuid === null) return;
    const answer = await save({ imageStateGuid, clientReference: text });
    if (!answer.error) return onClose(true);
    const error = callErrorOf(answer.error);
    if (!isLoginNeeded(error)) await showAlert(windowErrorText(t, error));
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <Dialog
      title={t('purchases:dialog.title')}
      subtitle={purchase.title}
      onClose={() => onClose(false)}
      foot={
        <>
          <button className="btn" type="button" onClick={() => onClose(false)}>
            {t('purchases:dialog.cancel')}
          </button>
          <button
            className="btn btn--primary"
            type="submit"
            form="client-reference-form"
            aria-busy={isLoading || undefined}
          >
            {t('purchases:dialog.save')}
          </button>
        </>
      }
    >
      <form className="form" id="client-reference-form" noValidate onSubmit={onSubmit}>
        <TextField
          name="client-reference"
          label={t('purchases:reference')}
          hint={t('purchases:dialog.hint')}
          maxLength={longest}
          value={text}
          data-autofocus=""
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
