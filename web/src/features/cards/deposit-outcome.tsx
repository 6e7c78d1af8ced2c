import type { CardFrame, DepositCompletion } from '@portal/proto/http/card-payments';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Notice, type NoticeTone } from '../../ui/components/notice.js';
import { Receipt, type ReceiptLine } from '../../ui/components/receipt.js';

interface DepositOutcomeProps {
  frame: CardFrame;
  outcome: DepositCompletion | { unclear: string };
  /** Goes back to the window in which the amount is typed. */
  onAgain(): void;
  onClose(): void;
}

interface Told {
  tone: NoticeTone;
  message: string;
  advice?: string;
  /** True if nothing was charged, so that paying again is safe. */
  mayTryAgain?: boolean;
}

const tell = (outcome: DepositOutcomeProps['outcome'], unclearAdvice: string): Told => {
  if ('unclear' in outcome) return { tone: 'warning', message: outcome.unclear, advice: unclearAdvice };
  const { completed, pending, message } = outcome;
  if (completed) return { tone: 'success', message };
  return pending ? { tone: 'info', message } : { tone: 'warning', message, mayTryAgain: true };
};

/** The outcome of the payment: the receipt of a completed deposit, otherwise what happened and what to do (A8-17). */
export function DepositOutcome({ frame, outcome, onAgain, onClose }: DepositOutcomeProps) {
  const t = useTexts();
  const { tone, message, advice, mayTryAgain = false } = tell(outcome, t('cards:deposit.unclear'));
  return (
    <Dialog
      title={t('cards:deposit.title')}
      closeText={t('shell:close')}
      onClose={onClose}
      foot={
        <>
          {mayTryAgain && (
            <button className="btn" type="button" onClick={onAgain}>
              {t('cards:deposit.again')}
            </button>
          )}
          <button className="btn btn--primary" type="button" onClick={onClose}>
            {t('shell:close')}
          </button>
        </>
      }
    >
      <Notice tone={tone} title={message}>
        {advice !== undefined && <p>{advice}</p>}
      </Notice>
      {'completed' in outcome && outcome.completed && (
        <Receipt caption={t('cards:deposit.caption')} lines={linesOf(t, frame, outcome.usageBalance)} />
      )}
    </Dialog>
  );
}

const linesOf = (t: Translate, frame: CardFrame, balance: string): ReceiptLine[] => [
  { description: t('cards:deposit.amount'), value: frame.amount },
  ...(frame.surcharge === '' ? [] : [{ description: t('cards:surcharge'), value: frame.surcharge }]),
  { description: t('cards:total'), value: frame.total, kind: 'is-total' },
  ...(balance === ''
    ? []
    : [{ description: t('cards:deposit.balance'), value: balance, kind: 'is-end' as const }]),
];
