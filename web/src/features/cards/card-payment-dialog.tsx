import { useEffect, useState, type ReactNode } from 'react';
import type { CardFrame as Frame } from '@portal/proto/http/card-payments';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Icon } from '../../ui/components/icon.js';
import { Notice } from '../../ui/components/notice.js';
import { CardFrame } from './card-frame.js';

interface CardPaymentDialogProps {
  frame: Frame;
  title: string;
  subtitle?: ReactNode;
  /** Label of the amount; default 'Amount'. */
  amountLabel?: string;
  onUnknown?: 'cancel' | 'ignore';
  /** Without this function the window has no Back button. */
  onBack?(): void;
  onCancel(): void;
  onResponse(response: unknown): void;
}

/**
 * The card page stays open this many milliseconds after its token expires, because the provider's clock may differ from
 * the browser's.
 */
const graceMs = 30_000;

const timeLeft = (expiresAt: string): number => Date.parse(expiresAt) + graceMs - Date.now();

/** True once the token has certainly expired; from then on the provider accepts no card. */
const useExpiry = (expiresAt: string): boolean => {
  const [expired, setExpired] = useState(() => timeLeft(expiresAt) <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), Math.max(timeLeft(expiresAt), 0));
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return expired;
};

/** The card page in a window, with the charge above it and Cancel below (A8-12, A11-26). */
export function CardPaymentDialog(props: CardPaymentDialogProps) {
  const { frame, title, subtitle, amountLabel, onUnknown, onBack, onCancel, onResponse } = props;
  const t = useTexts();
  const expired = useExpiry(frame.expiresAt);
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      size="lg"
      closeText={t('shell:close')}
      onClose={onCancel}
      foot={
        <>
          {onBack && (
            <button className="btn btn--quiet dialog__back" type="button" onClick={onBack}>
              <Icon name="arrow-left" /> {t('cards:back')}
            </button>
          )}
          <button className="btn" type="button" onClick={onCancel}>
            {t('cards:cancel')}
          </button>
        </>
      }
    >
      <Charge frame={frame} amountLabel={amountLabel ?? t('cards:amount')} />
      {expired ? (
        <Notice tone="warning" title={t('cards:expired')}>
          <p>{t('cards:expiredAdvice')}</p>
        </Notice>
      ) : (
        <>
          <CardFrame
            key={frame.attemptId}
            frame={frame}
            title={t('cards:frameTitle')}
            onResponse={onResponse}
            onCancel={onCancel}
            {...(onUnknown && { onUnknown })}
          />
          <p className="secure-note">
            <Icon name="lock" small /> {t('cards:secureNote')}
          </p>
        </>
      )}
    </Dialog>
  );
}

function Charge({ frame: { amount, surcharge, total }, amountLabel }: { frame: Frame; amountLabel: string }) {
  const t = useTexts();
  return (
    <dl className="sum-line">
      <div>
        <dt>{amountLabel}</dt>
        <dd>{amount}</dd>
      </div>
      {surcharge !== '' && (
        <>
          <div>
            <dt>{t('cards:surcharge')}</dt>
            <dd>{surcharge}</dd>
          </div>
          <div>
            <dt>{t('cards:total')}</dt>
            <dd>{total}</dd>
          </div>
        </>
      )}
    </dl>
  );
}
