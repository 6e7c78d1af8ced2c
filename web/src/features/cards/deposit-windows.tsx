import { useState } from 'react';
import type { CardFrame, DepositCompletion } from '@portal/proto/http/card-payments';
import type { CurrentUser } from '@portal/proto/http/session';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUsageBalanceMutation } from '../../shared/session.api.js';
import { Overlay } from '../../ui/components/overlay.js';
import { useCompleteDepositMutation } from './cards.api.js';
import { CardPaymentDialog } from './card-payment-dialog.js';
import { DepositAmount } from './deposit-amount.js';
import { DepositOutcome } from './deposit-outcome.js';

interface Step {
  amount: string;
  frame?: CardFrame;
  /** The outcome; `unclear` when the server did not answer. */
  outcome?: DepositCompletion | { unclear: string };
}

/** The windows for adding money to escrow from the header, one at a time: amount, card page, outcome (A8-01, A8-10). */
export function DepositWindows({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const t = useTexts();
  const [{ amount, frame, outcome }, setStep] = useState<Step>({ amount: '' });
  const [complete, { isLoading }] = useCompleteDepositMutation();
  const [readBalance] = useUsageBalanceMutation();
  /**
   * Closes the windows and requests the balance. The user may have paid before closing the card page; the server then
   * learns of the payment from the provider.
   */
  const leave = (): void => {
    onClose();
    void readBalance(user.userId);
  };
  const report = async (response: unknown): Promise<void> => {
    if (!frame) return;
    const answer = await complete({ attemptId: frame.attemptId, response });
    const error = answer.error && callErrorOf(answer.error);
    if (error && isLoginNeeded(error)) onClose();
    else
      setStep({ amount, frame, outcome: answer.data ?? { unclear: windowErrorText(t, callErrorOf(error)) } });
  };
  if (!frame) {
    return <DepositAmount amount={amount} onStarted={setStep} onClose={onClose} />;
  }
  if (outcome) {
    const again = (): void => setStep({ amount });
    return <DepositOutcome frame={frame} outcome={outcome} onAgain={again} onClose={leave} />;
  }
  return (
    <>
      <CardPaymentDialog
        frame={frame}
        title={t('cards:deposit.title')}
        subtitle={t('cards:deposit.stepCard')}
        amountLabel={t('cards:deposit.amount')}
        onBack={() => setStep({ amount })}
        onCancel={leave}
        onResponse={(response) => void report(response)}
      />
      {isLoading && <Overlay text={t('ui:loading')} />}
    </>
  );
}
