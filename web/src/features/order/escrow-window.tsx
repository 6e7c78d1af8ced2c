import type { DownloadOrder } from '@portal/proto/http/orders';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { AmountField } from '../../ui/components/amount-field.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Notice } from '../../ui/components/notice.js';
import { Overlay } from '../../ui/components/overlay.js';
import { Receipt } from '../../ui/components/receipt.js';
import { BuyButton, WindowFoot } from './window-foot.js';

type EscrowOptions = NonNullable<DownloadOrder['imageState']['purchaseOptions']['escrowOptions']>;

interface EscrowWindowProps {
  options: EscrowOptions;
  amount: string;
  onAmount(amount: string): void;
  /** The server's message about the amount. */
  error?: string | undefined;
  busy: boolean;
  onBuy(): void;
  onBack(): void;
  onClose(): void;
}

/** Escrow Account Add On: a typed amount (A11-21 to A11-23). */
export function EscrowWindow(props: EscrowWindowProps) {
  const { options, amount, onAmount, error, busy, onBuy, onBack, onClose } = props;
  const t = useTexts();
  return (
    <>
      <Dialog
        title={t('order:escrowAddOn')}
        fullOnPhone
        closeText={t('shell:close')}
        onClose={onClose}
        foot={
          <WindowFoot onBack={onBack} onCancel={onClose}>
            <BuyButton busy={busy} onBuy={onBuy} />
          </WindowFoot>
        }
      >
        {options.lowBalanceMessage !== '' && <Notice tone="warning" title={options.lowBalanceMessage} />}
        <p>{options.accountMessage}</p>
        <Receipt
          caption={t('order:balances')}
          lines={[
            options.beginningBalance,
            { ...options.endingBalance, kind: 'is-end', short: options.lowBalanceMessage !== '' },
          ]}
        />
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onBuy();
          }}
        >
          <div className="form-row">
            <AmountField
              name="escrow-add-on-amount"
              label={t('order:depositAmount')}
              hint={options.depositAmountMessage || undefined}
              error={error}
              maxLength={undefined}
              value={amount}
              data-autofocus
              onFocus={(event) => event.target.select()}
              onChange={(event) => onAmount(event.target.value)}
            />
          </div>
        </form>
        {options.surchargeMessage !== '' && <p className="small muted">{options.surchargeMessage}</p>}
      </Dialog>
      {busy && <Overlay text={t('ui:loading')} />}
    </>
  );
}
