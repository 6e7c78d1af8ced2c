import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';

interface ExceedingDialogProps {
  /** The amount to authorize next, as text. */
  amount: string;
  /** The amount that is left of the current authorization; '' without an authorization. */
  remaining: string;
  surchargeMessage: string;
  onContinue(): void;
  onCancel(): void;
}

/** Says that too little of the authorization is left, and offers to authorize the same amount again (B9-08, B9-09). */
export function ExceedingDialog({
  amount,
  remaining,
  surchargeMessage,
  onContinue,
  onCancel,
}: ExceedingDialogProps) {
  const t = useTexts();
  return (
    <Dialog
      title={t('paid-search:exceeding')}
      closeText={t('shell:close')}
      onClose={onCancel}
      foot={
        <>
          <button className="btn" type="button" onClick={onCancel}>
            {t('paid-search:cancel')}
          </button>
          <button className="btn btn--primary" type="button" onClick={onContinue}>
            {t('paid-search:preauthorize', { amount })}
          </button>
        </>
      }
    >
      <div className="stack">
        {remaining !== '' && <p>{t('paid-search:left', { remaining })}</p>}
        <p>{t('paid-search:anotherAmount', { amount })}</p>
        {surchargeMessage !== '' && <p>{surchargeMessage}</p>}
      </div>
    </Dialog>
  );
}
