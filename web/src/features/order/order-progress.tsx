import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Overlay } from '../../ui/components/overlay.js';
import type { FileProgress } from './stream-file.js';
import type { OrderWork } from './use-order.js';

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** True after a second of waiting; shorter waits need no text (web/DESIGN.md#details-beside-the-list). */
const useIsSlow = (): boolean => {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return slow;
};

/**
 * The loading overlay of an order. After a second it says what the user is waiting for and, for a file, how much has
 * arrived.
 */
export function OrderProgress({ work, pages }: { work: OrderWork; pages: number }) {
  const t = useTexts();
  const slow = useIsSlow();
  const comes = slow && work.step === 'download';
  return (
    <Overlay text={comes ? t('order:downloading') : t('ui:loading')}>
      {slow && work.step === 'prepare' && <span role="status">{t('order:preparing', { count: pages })}</span>}
      {comes && <Received {...work} />}
    </Overlay>
  );
}

function Received({ received, total, stop }: FileProgress & { stop(): void }) {
  const t = useTexts();
  const figuresOf = (bytes: number): string =>
    total === null
      ? t('order:received', { received: megabytes(bytes) })
      : t('order:receivedOf', { received: megabytes(bytes), total: megabytes(total) });
  // screen readers announce each quarter of the file, not every piece that arrives
  const quarters = total === null ? 0 : Math.floor((4 * received) / total);
  return (
    <div className="progress">
      {total !== null && <progress value={received} max={total} aria-label={t('order:downloading')} />}
      <span className="progress__text num">{figuresOf(received)}</span>
      <span className="sr" role="status">
        {quarters > 0 && figuresOf(((total ?? 0) * quarters) / 4)}
      </span>
      <button className="btn btn--sm" type="button" onClick={stop}>
        {t('order:cancel')}
      </button>
    </div>
  );
}
