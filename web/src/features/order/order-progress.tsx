import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Overlay } from '../../ui/components/overlay.js';
import type { FileProgress } from './stream-file.js';
import type { OrderWork } from './use-order.js';

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** True once it has been mounted for a second: shorter waits need no words (look, 'waiting'). */
const useIsSlow = (): boolean => {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return slow;
};

/** The loading overlay of an order; past a second it says what takes so long, and of a file how much has come. */
export function OrderProgress({ work, pages }: { work: OrderWork; pages: number }) {
  const t = useTexts();
  const slow = useIsSlow();
  return (
    <Overlay text={t('ui:loading')}>
      {slow && work.step === 'prepare' && <span role="status">{t('order:preparing', { count: pages })}</span>}
      {slow && work.step === 'download' && <Received {...work} />}
    </Overlay>
  );
}

function Received({ received, total }: FileProgress) {
  const t = useTexts();
  const figures =
    total === null
      ? t('order:received', { received: megabytes(received) })
      : t('order:receivedOf', { received: megabytes(received), total: megabytes(total) });
  return (
    <div className="progress">
      <span role="status">{t('order:downloading')}</span>
      {total !== null && <progress value={received} max={total} aria-label={figures} />}
      <span className="progress__text num">{figures}</span>
    </div>
  );
}
