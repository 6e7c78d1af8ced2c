import { useState, type ReactNode } from 'react';
import type { OfficeEntryRow } from '@portal/proto/http/cashier';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
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
  const decide = async ({ id }: OfficeEntryRow, approve: boolean): Promise<void> => {
    setAsked(undefined);
    const answer = await send({ id, approve, note: '' });
    if (answer.error === undefined) return onDone(answer.data);
    const error = callErrorOf(answer.error);
    if (!isTold(error)) await showAlert(windowErrorText(t, error));
    onDone('');
  };
  const deciding = asked?.approve ? 'approve' : asked?.entry.own ? 'takeBack' : 'refuse';
  const question: ReactNode = asked && (
    <MessageDialog
      tone="WARNING"
      text={t(`cashier:${deciding}Question`, {
        amount: asked.entry.amount,
        account: asked.entry.accountName,
      })}
      onClose={() => setAsked(undefined)}
    >
      <button className="btn" type="button" onClick={() => setAsked(undefined)}>
        {t('cashier:cancel')}
      </button>
      <button
        className="btn btn--primary"
        type="button"
        onClick={() => void decide(asked.entry, asked.approve)}
      >
        {t(`cashier:${deciding}`)}
      </button>
    </MessageDialog>
  );
  return {
    question,
    ask: (entry: OfficeEntryRow, approve: boolean): void => setAsked({ entry, approve }),
  };
};
