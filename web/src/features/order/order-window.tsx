import type { DownloadOrder } from '@portal/proto/http/orders';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Icon } from '../../ui/components/icon.js';
import { Notice } from '../../ui/components/notice.js';
import { Overlay } from '../../ui/components/overlay.js';
import { orderAction, orderTitle } from './order.rules.js';
import { useOrder, type OrderTerms } from './use-order.js';

interface OrderWindowProps extends OrderTerms {
  /** The document and its chosen pages. */
  subtitle: string;
}

/** Confirm order: what the download costs, and the one way to go on (A10-14 to A10-28). */
export function OrderWindow({ subtitle, ...terms }: OrderWindowProps) {
  const t = useTexts();
  const flow = useOrder(terms);
  const { order, busy, back, close } = flow;
  return (
    <>
      <Dialog
        title={orderTitle(t, order)}
        subtitle={subtitle}
        fullOnPhone
        closeText={t('shell:close')}
        onClose={close}
        foot={
          <>
            <button className="btn btn--quiet dialog__back" type="button" onClick={back}>
              <Icon name="arrow-left" /> {t('order:back')}
            </button>
            <button className="btn" type="button" onClick={close}>
              {t('order:cancel')}
            </button>
            <MainButton flow={flow} />
          </>
        }
      >
        <Messages order={order} />
        <Receipt order={order} />
        {order.feeSchedule.purchaseMessage !== '' && (
          <p className="small muted">{order.feeSchedule.purchaseMessage}</p>
        )}
      </Dialog>
      {busy && <Overlay text={t('ui:loading')} />}
    </>
  );
}

function MainButton({ flow }: { flow: ReturnType<typeof useOrder> }) {
  const t = useTexts();
  const action = orderAction(flow.order);
  if (action === 'download') {
    return (
      <button
        className="btn btn--primary"
        type="button"
        aria-disabled={flow.busy || undefined}
        onClick={flow.pay}
      >
        <Icon name="download" /> {flow.order.feeSchedule.downloadButtonText}
      </button>
    );
  }
  return (
    <button className="btn btn--primary" type="button" onClick={flow.buyOptions}>
      {t(`order:${action}`)}
    </button>
  );
}

/** What stands above the charges: bought before (A10-19), too little money (A10-20), no way to add any (A10-21). */
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

/** Beginning balance, the charges as one item or as lines with a total, ending balance (A10-17, A10-18). */
function Receipt({ order }: { order: DownloadOrder }) {
  const t = useTexts();
  const { beginningBalance, endingBalance, singleItemPurchase, multipleItemPurchase, insufficientBalance } =
    order.feeSchedule;
  const items = singleItemPurchase ? [singleItemPurchase.item] : (multipleItemPurchase?.items ?? []);
  return (
    <table className="receipt">
      <caption className="sr">{t('order:charges')}</caption>
      <thead className="sr">
        <tr>
          <th scope="col">{t('order:item')}</th>
          <th scope="col">{t('order:amount')}</th>
        </tr>
      </thead>
      <tbody>
        {beginningBalance && <Line line={beginningBalance} />}
        {items.length > 0 && (
          <tr className={beginningBalance ? 'is-head is-line' : 'is-head'}>
            <th scope="colgroup" colSpan={2}>
              {t('order:charges')}
            </th>
          </tr>
        )}
        {items.map((line, index) => (
          <Line key={index} line={line} kind="is-item" />
        ))}
        {multipleItemPurchase && <Line line={multipleItemPurchase.total} kind="is-total" />}
        {endingBalance && (
          <Line line={endingBalance} kind={insufficientBalance ? 'is-end is-short' : 'is-end'} />
        )}
      </tbody>
    </table>
  );
}

function Line({ line, kind }: { line: { description: string; value: string }; kind?: string }) {
  return (
    <tr className={kind}>
      <th scope="row">{line.description}</th>
      <td className="num">{line.value}</td>
    </tr>
  );
}
