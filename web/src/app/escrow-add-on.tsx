import { useState, type ComponentProps } from 'react';
import type { CardFrame } from '@portal/proto/http/card-payments';
import { CardPaymentDialog } from '../features/cards/card-payment-dialog.js';
import { useCompleteDepositMutation, useInitiateDepositMutation } from '../features/cards/cards.api.js';
import { again } from '../features/order/again.js';
import { EscrowWindow } from '../features/order/escrow-window.js';
import { showAlert } from '../shared/alerts.js';
import type { CallError } from '../shared/http/call.js';
import { callErrorOf } from '../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../shared/http/alert-texts.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { Overlay } from '../ui/components/overlay.js';

interface EscrowAddOnProps {
  options: ComponentProps<typeof EscrowWindow>['options'];
  onBack(): void;
  onClose(): void;
  onDeposited(): void;
}

/** Escrow Account Add On and the card payment of its deposit (A11-21 to A11-25). */
export function EscrowAddOn({ options, onBack, onClose, onDeposited }: EscrowAddOnProps) {
  const t = useTexts();
  // the error is about this amount, so it disappears when another amount is typed
  const [{ amount, error }, setTyped] = useState<{ amount: string; error?: string | undefined }>({
    amount: '0',
  });
  const [frame, setFrame] = useState<CardFrame>();
  const [initiate, { isLoading }] = useInitiateDepositMutation();
  const { complete, busy } = useCompletion(onDeposited, () => setFrame(undefined));
  const refused = async (failure: CallError): Promise<void> => {
    const atAmount = failure.kind === 'refused' ? failure.fields?.amount : undefined;
    setTyped({ amount, error: atAmount });
    if (atAmount === undefined && !isLoginNeeded(failure)) await showAlert(windowErrorText(t, failure));
  };
  const buy = async (): Promise<void> => {
    if (isLoading) return;
    setTyped({ amount });
    const answer = await initiate(amount);
    if (answer.data) setFrame(answer.data);
    else await refused(callErrorOf(answer.error));
  };
  if (busy) return <Overlay text={t('ui:loading')} />;
  if (!frame) {
    return (
      <EscrowWindow
        options={options}
        amount={amount}
        onAmount={(typed) => setTyped({ amount: typed })}
        error={error}
        busy={isLoading}
        onBuy={() => void buy()}
        onBack={onBack}
        onClose={onClose}
      />
    );
  }
  return (
    <CardPaymentDialog
      frame={frame}
      title={t('order:escrowAddOn')}
      amountLabel={t('order:deposit')}
      onCancel={() => setFrame(undefined)}
      onResponse={(response) => void complete({ attemptId: frame.attemptId, response })}
    />
  );
}

/** Tells the server that the card page has finished. The server then asks the provider, whose answer alone counts. */
const useCompletion = (onDeposited: () => void, onRefused: () => void) => {
  const t = useTexts();
  const [completeDeposit] = useCompleteDepositMutation();
  const [busy, setBusy] = useState(false);
  const complete = async (report: Parameters<typeof completeDeposit>[0]): Promise<void> => {
    setBusy(true);
    const answer = await again(() => completeDeposit(report));
    if ('error' in answer) {
      if (!isLoginNeeded(answer.error)) await showAlert(t('order:depositUnknown'));
      return onDeposited();
    }
    const { completed, pending, message } = answer.data;
    if (!completed) await showAlert(message, pending ? 'INFO' : 'WARNING');
    setBusy(false);
    if (completed || pending) onDeposited();
    else onRefused();
  };
  return { complete, busy };
};
