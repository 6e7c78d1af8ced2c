import { useId, useState } from 'react';
import type { AddOnConfirmation } from '@portal/proto/http/card-payments';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Overlay } from '../../ui/components/overlay.js';
import { Receipt } from '../../ui/components/receipt.js';
import type { AddOnOptions } from './add-on.api.js';
import { useAddOn, type AddOnTerms } from './use-add-on.js';
import { BuyButton, WindowFoot } from './window-foot.js';

/** Flat Fee Account Add On and its confirmation, in the purchase flow and from the header (A11-02, A5-13). */
export function AddOnWindows(terms: AddOnTerms) {
  const t = useTexts();
  const flow = useAddOn(terms);
  const { options, confirmation, busy, confirm, buy, toOptions, back, close } = flow;
  return (
    <>
      {/* stays mounted behind the confirmation, so that Back keeps the chosen option */}
      {options && (
        <OptionsWindow
          hidden={confirmation !== undefined}
          options={options}
          busy={busy}
          onBuy={confirm}
          onBack={back}
          onClose={close}
        />
      )}
      {confirmation && (
        <ConfirmationWindow
          confirmation={confirmation}
          busy={busy}
          onBuy={buy}
          onBack={toOptions}
          onClose={close}
        />
      )}
      {(!options || busy) && <Overlay text={t('ui:loading')} />}
    </>
  );
}

interface OptionsWindowProps {
  hidden: boolean;
  options: AddOnOptions;
  busy: boolean;
  onBuy(option: string): void;
  onBack?: (() => void) | undefined;
  onClose(): void;
}

/** The available bundles; the first bundle is selected (A11-03, A11-04). */
function OptionsWindow({ hidden, options, busy, onBuy, onBack, onClose }: OptionsWindowProps) {
  const t = useTexts();
  const name = useId();
  const { title, options: bundles } = options.purchaseOptions.flatFeeOptions;
  const [chosen, setChosen] = useState(bundles[0]?.value ?? '');
  if (hidden) return null;
  return (
    <Dialog
      title={title}
      fullOnPhone
      closeText={t('shell:close')}
      onClose={onClose}
      foot={
        <WindowFoot onBack={onBack} onCancel={onClose}>
          <BuyButton busy={busy} onBuy={() => onBuy(chosen)} />
        </WindowFoot>
      }
    >
      <fieldset>
        <legend className="label">{t('order:chooseBundle')}</legend>
        <div className="choices">
          {bundles.map(({ text, value }) => (
            <label className="choice" key={value}>
              <input
                className="radio"
                type="radio"
                name={name}
                value={value}
                checked={value === chosen}
                onChange={() => setChosen(value)}
              />{' '}
              {text}
            </label>
          ))}
        </div>
      </fieldset>
    </Dialog>
  );
}

interface ConfirmationWindowProps {
  confirmation: AddOnConfirmation;
  busy: boolean;
  onBuy(): void;
  onBack(): void;
  onClose(): void;
}

/** The price of the bundle and the balance afterwards (A11-10 to A11-14). */
function ConfirmationWindow({ confirmation, busy, onBuy, onBack, onClose }: ConfirmationWindowProps) {
  const t = useTexts();
  const { headers, accountMessage, beginningBalance, endingBalance, purchase } = confirmation;
  const { purchaseMessage, insufficientBalance: short } = confirmation;
  return (
    <Dialog
      title={t('order:addOnConfirmation')}
      fullOnPhone
      closeText={t('shell:close')}
      onClose={onClose}
      foot={
        <WindowFoot onBack={onBack} onCancel={onClose}>
          {!short && <BuyButton busy={busy} onBuy={onBuy} />}
        </WindowFoot>
      }
    >
      {headers.map((line, index) => (
        <p key={index}>{index === 1 ? <strong>{line}</strong> : line}</p>
      ))}
      <Receipt
        caption={t('order:purchase')}
        lines={[
          ...(beginningBalance ? [beginningBalance] : []),
          { description: t('order:purchase') },
          ...(purchase ? [{ ...purchase, kind: 'is-item' as const }] : []),
          ...(endingBalance ? [{ ...endingBalance, kind: 'is-end' as const, short }] : []),
        ]}
      />
      <p>{purchaseMessage}</p>
      <p className="small muted">{accountMessage}</p>
    </Dialog>
  );
}
