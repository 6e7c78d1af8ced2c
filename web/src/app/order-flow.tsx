import { lazy, Suspense, useState } from 'react';
import { OrderWindow } from '../features/order/order-window.js';
import { wayToBuy, type WayToBuy } from '../features/order/order.rules.js';
import { useOrder, type OrderTerms } from '../features/order/use-order.js';
import { showAlert } from '../shared/alerts.js';
import { loadTexts } from '../shared/i18n/i18n.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { Overlay } from '../ui/components/overlay.js';

const BuyWindows = lazy(async () => {
  const [windows] = await Promise.all([import('./buy-windows.js'), loadTexts('cards')]);
  return windows;
});

interface OrderFlowProps extends OrderTerms {
  /** The document and its chosen pages. */
  subtitle: string;
}

/**
 * The window Confirm order. While the user adds money or images to pay for the order, other windows are shown in its
 * place (A10-33 to A10-36).
 */
export function OrderFlow({ subtitle, ...terms }: OrderFlowProps) {
  const t = useTexts();
  const flow = useOrder(terms);
  const [way, setWay] = useState<WayToBuy>();
  const buyOptions = (): void => {
    const next = wayToBuy(flow.order);
    if (next) setWay(next);
    else void showAlert(t('order:noBuyOptions'), 'INFO');
  };
  const backAnd = (next: () => void) => (): void => {
    setWay(undefined);
    next();
  };
  if (!way) return <OrderWindow flow={flow} subtitle={subtitle} onBuyOptions={buyOptions} />;
  return (
    <Suspense fallback={<Overlay text={t('ui:loading')} />}>
      <BuyWindows
        way={way}
        order={flow.order}
        onBack={() => setWay(undefined)}
        onClose={flow.close}
        onCovered={backAnd(flow.pay)}
        onDeposited={backAnd(flow.recompute)}
      />
    </Suspense>
  );
}
