import { useEffect, useRef, useState } from 'react';
import type { AuthorizationTerms, CardFrame } from '@portal/proto/http/card-payments';
import { CardPaymentDialog } from '../features/cards/card-payment-dialog.js';
import {
  useGetAuthorizationTermsMutation,
  useReportAuthorizationMutation,
} from '../features/cards/cards.api.js';
import { again } from '../features/order/again.js';
import { ExceedingDialog } from '../features/paid-search/exceeding-dialog.js';
import { PriceListDialog } from '../features/paid-search/price-list-dialog.js';
import type { WaitingPage } from '../features/paid-search/waiting-page.js';
import { showAlert } from '../shared/alerts.js';
import { callErrorOf } from '../shared/http/api.js';
import { genericErrorText, isTold } from '../shared/http/alert-texts.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import type { PaymentNeed } from '../shared/payment-need.js';
import { useUser } from '../shared/state/selectors.js';
import { Overlay } from '../ui/components/overlay.js';

interface PaidSearchWindowsProps {
  need: PaymentNeed;
  page: Pick<WaitingPage, 'forget'> & { get(): Promise<CardFrame | undefined> };
  /** Called with true when the card is authorized, and with false when the user gives up. */
  onEnd(paid: boolean): void;
}

/** Price list or re-authorization, then the card page; one window at a time (B9-06 to B9-14). */
export default function PaidSearchWindows({ need, page, onEnd }: PaidSearchWindowsProps) {
  const t = useTexts();
  const terms = useTerms(() => onEnd(false));
  const rates = useUser()?.creditCardSearchRates ?? [];
  const [frame, setFrame] = useState<CardFrame>();
  const [busy, setBusy] = useState(false);
  const report = useReport(page, onEnd);
  const openCardPage = async (): Promise<void> => {
    setBusy(true);
    const opened = await page.get();
    setBusy(false);
    if (opened) setFrame(opened);
    else onEnd(false);
  };
  if (!terms || busy) return <Overlay text={t('ui:loading')} />;
  const cancel = (): void => onEnd(false);
  if (frame) {
    return (
      <CardPaymentDialog
        frame={frame}
        title={t('paid-search:preauthorization')}
        amountLabel={t('paid-search:amount')}
        onBack={() => setFrame(undefined)}
        onCancel={cancel}
        onResponse={(response) => {
          setBusy(true);
          void report(frame.attemptId, response);
        }}
      />
    );
  }
  const { maxAmount: amount, remaining, surchargeMessage } = terms;
  const shared = { amount, surchargeMessage, onContinue: () => void openCardPage(), onCancel: cancel };
  return need === 'FIRST' ? (
    <PriceListDialog {...shared} rates={rates} />
  ) : (
    <ExceedingDialog {...shared} remaining={remaining} />
  );
}

/**
 * The amount to authorize, and the amount that is left of the current authorization. A failure is shown and closes the
 * windows.
 */
const useTerms = (onFailed: () => void): AuthorizationTerms | undefined => {
  const t = useTexts();
  const [ask] = useGetAuthorizationTermsMutation();
  const [terms, setTerms] = useState<AuthorizationTerms>();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const read = async (): Promise<void> => {
      const { data, error } = await ask();
      if (data) return setTerms(data);
      const failure = callErrorOf(error);
      onFailed();
      if (!isTold(failure)) await showAlert(genericErrorText(t, failure));
    };
    void read();
  });
  return terms;
};

/**
 * Reports the card frame's answer to the server, which asks the provider for the outcome. Then closes the windows and,
 * if the payment failed, shows an alert, but not after the status ERROR (B9-13 to B9-16, B9-20).
 */
const useReport = (page: Pick<WaitingPage, 'forget'>, onEnd: (paid: boolean) => void) => {
  const t = useTexts();
  const [report] = useReportAuthorizationMutation();
  return async (attemptId: string, response: unknown): Promise<void> => {
    page.forget();
    const answer = await again(() => report({ attemptId, response }));
    const paid = 'data' in answer && answer.data.authorizationOkay;
    onEnd(paid);
    if ('error' in answer) {
      if (!isTold(answer.error)) await showAlert(t('paid-search:failed'));
    } else if (!paid && answer.data.status !== 'ERROR') await showAlert(answer.data.message);
  };
};
