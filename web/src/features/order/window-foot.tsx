import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';

interface WindowFootProps {
  /** Without this function the window has no Back button. */
  onBack?: (() => void) | undefined;
  onCancel(): void;
  /** The main button. */
  children?: ReactNode;
}

/** Back, Cancel and the main button of the purchase windows. */
export function WindowFoot({ onBack, onCancel, children }: WindowFootProps) {
  const t = useTexts();
  return (
    <>
      {onBack && (
        <button className="btn btn--quiet dialog__back" type="button" onClick={onBack}>
          <Icon name="arrow-left" /> {t('order:back')}
        </button>
      )}
      <button className="btn" type="button" onClick={onCancel}>
        {t('order:cancel')}
      </button>
      {children}
    </>
  );
}

interface BuyButtonProps {
  busy: boolean;
  onBuy(): void;
}

export function BuyButton({ busy, onBuy }: BuyButtonProps) {
  const t = useTexts();
  return (
    <button className="btn btn--primary" type="button" aria-disabled={busy || undefined} onClick={onBuy}>
      {t('order:buy')}
    </button>
  );
}
