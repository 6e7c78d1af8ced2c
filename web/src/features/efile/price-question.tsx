import type { EfileImageAnswer } from '@portal/proto/http/efile';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Notice } from '../../ui/components/notice.js';
import { Receipt, type ReceiptLine } from '../../ui/components/receipt.js';
import { lowPagesText } from './efile.rules.js';

interface PriceQuestionProps {
  price: EfileImageAnswer;
  type: string;
  busy: boolean;
  onAnswer(yes: boolean): void;
}

const linesOf = (t: Translate, price: EfileImageAnswer): ReceiptLine[] => {
  const byCard = price.paymentMethod === 'CREDIT_CARD';
  return [
    { description: t('efile:confirm.document'), value: price.firstPageCharge },
    { description: t('efile:confirm.additional'), value: price.additionalPagesCharge },
    ...(price.surcharge === ''
      ? []
      : [
          {
            description: t(byCard ? 'efile:confirm.cardSurcharge' : 'efile:confirm.paymentSurcharge'),
            value: price.surcharge,
          },
        ]),
    {
      description: t('efile:confirm.total'),
      value: price.totalCharge,
      kind: 'is-end',
      short: price.insufficient,
    },
  ];
};

/** Shows the price of the document before anything is paid or sent (B10-21 to B10-23). */
export function PriceQuestion({ price, type, busy, onAnswer }: PriceQuestionProps) {
  const t = useTexts();
  const byCard = price.paymentMethod === 'CREDIT_CARD';
  return (
    <Dialog
      title={t(byCard ? 'efile:confirm.payment' : 'efile:confirm.plain')}
      subtitle={`${type}, ${t('efile:confirm.pages', { count: price.numberOfPages })}`}
      size="sm"
      onClose={() => onAnswer(false)}
      foot={
        <>
          <button className="btn" type="button" onClick={() => onAnswer(false)}>
            {t('efile:confirm.no')}
          </button>
          <button
            className="btn btn--primary"
            type="button"
            disabled={busy || price.insufficient}
            onClick={() => onAnswer(true)}
          >
            {t('efile:confirm.yes')}
          </button>
        </>
      }
    >
      <Receipt caption={t('efile:confirm.caption')} lines={linesOf(t, price)} />
      <Warnings price={price} />
    </Dialog>
  );
}

function Warnings({ price }: { price: EfileImageAnswer }) {
  const t = useTexts();
  const { pages, dpi } = lowPagesText(price);
  return (
    <>
      {price.insufficient && <Notice tone="warning" title={t('efile:confirm.short')} />}
      {pages !== '' && <Notice tone="warning" title={t('efile:confirm.low', { pages, dpi })} />}
      {price.sentBefore !== '' && (
        <Notice tone="info" title={t('efile:confirm.sentBefore', { number: price.sentBefore })} />
      )}
    </>
  );
}
