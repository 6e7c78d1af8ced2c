import type { DownloadOrder } from '@portal/proto/http/orders';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Icon } from '../../ui/components/icon.js';
import { Notice } from '../../ui/components/notice.js';
import { Receipt, type ReceiptLine } from '../../ui/components/receipt.js';
import { OrderProgress } from './order-progress.js';
import { orderAction, orderTitle } from './order.rules.js';
import type { OrderFlow } from './use-order.js';
import { WindowFoot } from './window-foot.js';

interface OrderWindowProps {
  flow: OrderFlow;
  /** The document and its chosen pages. */
  subtitle: string;
  onBuyOptions(): void;
}

/** Confirm order: the price of the download, and the button that continues (A10-14 to A10-28). */
export function OrderWindow({ flow, subtitle, onBuyOptions }: OrderWindowProps) {
  const t = useTexts();
  const { order, work, pages, back, close } = flow;
  return (
    <>
      <Dialog
        title={orderTitle(t, order)}
        subtitle={subtitle}
        fullOnPhone
        closeText={t('shell:close')}
        onClose={close}
        foot={
          <WindowFoot onBack={back} onCancel={close}>
            <MainButton flow={flow} onBuyOptions={onBuyOptions} />
          </WindowFoot>
        }
      >
        <ViewedNote />
        <Messages order={order} />
        <Charges order={order} />
        {order.feeSchedule.purchaseMessage !== '' && (
          <p className="small muted">{order.feeSchedule.purchaseMessage}</p>
        )}
      </Dialog>
      {work && <OrderProgress work={work} pages={pages} />}
    </>
  );
}

function MainButton({ flow, onBuyOptions }: Pick<OrderWindowProps, 'flow' | 'onBuyOptions'>) {
  const t = useTexts();
  const action = orderAction(flow.order);
  const isView = useUser()?.view !== undefined;
  // while staff views an account, the button shows the price and does nothing; a note above the charges says why
  if (isView) return <ViewedButton text={flow.order.feeSchedule.downloadButtonText} />;
  if (action === 'download') {
    return (
      <button
        className="btn btn--primary"
        type="button"
        aria-disabled={flow.work !== undefined || undefined}
        onClick={flow.pay}
      >
        <Icon name="download" />{' '}
        {flow.paid ? t('order:downloadAgain') : flow.order.feeSchedule.downloadButtonText}
      </button>
    );
  }
  return (
    <button className="btn btn--primary" type="button" onClick={onBuyOptions}>
      {t(`order:${action}`)}
    </button>
  );
}

/** Says, while staff views an account, that the window only shows the price. */
function ViewedNote() {
  const t = useTexts();
  if (!useUser()?.view) return null;
  return (
    <div id={notPaidId}>
      <Notice tone="info" title={t('account-view:notPaid')} />
    </div>
  );
}

function ViewedButton({ text }: { text: string }) {
  return (
    <button className="btn btn--primary" type="button" aria-disabled aria-describedby={notPaidId}>
      {text}
    </button>
  );
}

const notPaidId = 'order-not-paid';

/**
 * Messages above the charges: that the pages were bought before (A10-19), that the balance is too low (A10-20), and
 * that the balance cannot be raised (A10-21).
 */
function Messages({ order }: { order: DownloadOrder }) {
  const { alreadyPurchasedMessage, insufficientBalanceMessage, noPurchasingOptionsAvailableMessage } =
    order.feeSchedule;
  return (
    <>
      {insufficientBalanceMessage !== '' && (
        <Notice tone="warning" title={insufficientBalanceMessage}>
          {noPurchasingOptionsAvailableMessage !== '' && <p>{noPurchasingOptionsAvailableMessage}</p>}
        </Notice>
      )}
      {insufficientBalanceMessage === '' && noPurchasingOptionsAvailableMessage !== '' && (
        <Notice tone="info" title={noPurchasingOptionsAvailableMessage} />
      )}
      {alreadyPurchasedMessage !== '' && <Notice tone="info" title={alreadyPurchasedMessage} />}
    </>
  );
}

/** The beginning balance, the charges (one item, or lines with a total) and the ending balance (A10-17, A10-18). */
function Charges({ order }: { order: DownloadOrder }) {
  const t = useTexts();
  const { beginningBalance, endingBalance, singleItemPurchase, multipleItemPurchase, insufficientBalance } =
    order.feeSchedule;
  const items = singleItemPurchase ? [singleItemPurchase.item] : (multipleItemPurchase?.items ?? []);
  const lines: ReceiptLine[] = [
    ...(beginningBalance ? [beginningBalance] : []),
    ...(items.length > 0 ? [{ description: t('order:charges') }] : []),
    ...items.map((item) => ({ ...item, kind: 'is-item' as const })),
    ...(multipleItemPurchase ? [{ ...multipleItemPurchase.total, kind: 'is-total' as const }] : []),
    ...(endingBalance ? [{ ...endingBalance, kind: 'is-end' as const, short: insufficientBalance }] : []),
  ];
  return <Receipt caption={t('order:charges')} lines={lines} />;
}
