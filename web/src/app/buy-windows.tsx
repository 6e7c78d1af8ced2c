import type { DownloadOrder } from '@portal/proto/http/orders';
import { AddOnWindows } from '../features/order/add-on-windows.js';
import type { WayToBuy } from '../features/order/order.rules.js';
import { CardPreauthorization } from './card-preauthorization.js';
import { EscrowAddOn } from './escrow-add-on.js';

interface BuyWindowsProps {
  way: WayToBuy;
  order: DownloadOrder;
  /** Goes back to Confirm order. */
  onBack(): void;
  /** Closes the windows and ends the purchase. */
  onClose(): void;
  /** Called when a bundle is bought or a card is authorized; the order is paid next (A11-18, A11-29). */
  onCovered(): void;
  /** Called after a deposit, which may have raised the escrow balance; the order is priced again. */
  onDeposited(): void;
}

/** The windows after Confirm order, loaded on demand. */
export default function BuyWindows({ way, order, onBack, onClose, onCovered, onDeposited }: BuyWindowsProps) {
  const { escrowOptions } = order.imageState.purchaseOptions;
  if (way === 'flatFee') return <AddOnWindows onBack={onBack} onClose={onClose} onBought={onCovered} />;
  if (way === 'card')
    return <CardPreauthorization onBack={onBack} onClose={onClose} onAuthorized={onCovered} />;
  return (
    escrowOptions && (
      <EscrowAddOn options={escrowOptions} onBack={onBack} onClose={onClose} onDeposited={onDeposited} />
    )
  );
}
