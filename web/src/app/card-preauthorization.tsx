import { useEffect, useRef, useState } from 'react';
import type { CardFrame } from '@portal/proto/http/card-payments';
import { CardPaymentDialog } from '../features/cards/card-payment-dialog.js';
import { useAuthorizeCardMutation, useReportAuthorizationMutation } from '../features/cards/cards.api.js';
import { again } from '../features/order/again.js';
import { showAlert } from '../shared/alerts.js';
import { callErrorOf } from '../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../shared/http/alert-texts.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { Overlay } from '../ui/components/overlay.js';

interface CardPreauthorizationProps {
  onBack(): void;
  onClose(): void;
  onAuthorized(): void;
}

/** Credit Card Preauthorization: the provider's page in a window (A11-26 to A11-31). */
export function CardPreauthorization({ onBack, onClose, onAuthorized }: CardPreauthorizationProps) {
  const t = useTexts();
  const frame = useFrame(onBack);
  const [report] = useReportAuthorizationMutation();
  const [reporting, setReporting] = useState(false);
  const answered = async (attemptId: string, response: unknown): Promise<void> => {
    setReporting(true);
    const answer = await again(() => report({ attemptId, response }));
    if ('data' in answer && answer.data.authorizationOkay) {
      await showAlert(t('order:authorized'), 'OK');
      return onAuthorized();
    }
    if ('data' in answer) await showAlert(answer.data.message || t('order:authorizationFailed'));
    else if (!isLoginNeeded(answer.error)) await showAlert(t('order:authorizationFailed'));
    onBack();
  };
  if (!frame || reporting) return <Overlay text={t('ui:loading')} />;
  return (
    <CardPaymentDialog
      frame={frame}
      title={t('order:preauthorization')}
      amountLabel={t('order:preauthorizationAmount')}
      onUnknown="cancel"
      onBack={onBack}
      onCancel={onClose}
      onResponse={(response) => void answered(frame.attemptId, response)}
    />
  );
}

/**
 * Requests the card page once, even when React mounts twice, because the server limits how many card pages may be
 * opened without a payment (S37).
 */
const useFrame = (onRefused: () => void): CardFrame | undefined => {
  const t = useTexts();
  const [authorize] = useAuthorizeCardMutation();
  const [frame, setFrame] = useState<CardFrame>();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const ask = async (): Promise<void> => {
      const answer = await authorize();
      if (answer.data) return setFrame(answer.data);
      const failure = callErrorOf(answer.error);
      if (!isLoginNeeded(failure)) await showAlert(windowErrorText(t, failure));
      onRefused();
    };
    void ask();
  });
  return frame;
};
