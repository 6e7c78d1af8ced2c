import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { CardFrame } from '@portal/proto/http/card-payments';
import { useAuthorizeCardMutation } from '../features/cards/cards.api.js';
import { WaitingPage } from '../features/paid-search/waiting-page.js';
import { showAlert } from '../shared/alerts.js';
import { callErrorOf } from '../shared/http/api.js';
import { genericErrorText, isTold } from '../shared/http/alert-texts.js';
import { loadTexts } from '../shared/i18n/i18n.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { setPaymentHandler, type AskedPayment } from '../shared/payment-need.js';
import { useUser } from '../shared/state/selectors.js';
import { Overlay } from '../ui/components/overlay.js';

const PaidSearchWindows = lazy(async () => {
  const [windows] = await Promise.all([
    import('./paid-search-windows.js'),
    loadTexts('paid-search', 'cards', 'search'),
  ]);
  return windows;
});

/**
 * For users who pay for searches by card: requests a card page in advance, and opens the windows when a card is
 * needed.
 */
export default function PaidSearch() {
  const t = useTexts();
  const page = useWaitingPage();
  const [asked, setAsked] = useState<AskedPayment>();
  useEffect(() => setPaymentHandler(setAsked), []);
  if (!asked) return null;
  const end = (paid: boolean): void => {
    setAsked(undefined);
    asked.settle(paid);
  };
  return (
    <Suspense fallback={<Overlay text={t('ui:loading')} />}>
      <PaidSearchWindows need={asked.need} page={page} onEnd={end} />
    </Suspense>
  );
}

/**
 * Keeps the card page ready. If the user has to pay for searches, requests the page as soon as a form, results or a
 * tract book opens (B9-04).
 */
const useWaitingPage = () => {
  const t = useTexts();
  const user = useUser();
  const { pathname } = useLocation();
  const [page] = useState(() => new WaitingPage());
  const [authorize] = useAuthorizeCardMutation();
  const isWanted =
    /^\/(search|externalsearch)(\/|$)/.test(pathname) && (user?.creditCardSearchRates.length ?? 0) > 0;
  useEffect(() => {
    if (isWanted) page.fetchAhead(async () => (await authorize()).data);
  }, [isWanted, page, authorize]);
  /** Requests a card page. The shared error handler shows the reason for a failure (B9-21). */
  const ask = async (): Promise<CardFrame | undefined> => {
    const { data, error } = await authorize();
    const failure = callErrorOf(error);
    if (!data && !isTold(failure)) void showAlert(genericErrorText(t, failure));
    return data;
  };
  return { get: () => page.get(ask), forget: () => page.forget() };
};
