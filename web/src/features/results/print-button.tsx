import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { Icon } from '../../ui/components/icon.js';

const PrintList = lazy(async () => ({ default: (await import('./print-list.js')).PrintList }));

interface PrintButtonProps {
  address: SearchAddress;
  total: number;
  /**
   * True while only the selected records are shown. The server does not know the selection, so the browser prints the
   * screen.
   */
  filtered: boolean;
}

/** Saves the list as a PDF, or prints the screen while only the selected records are shown. */
export function PrintButton({ address, total, filtered }: PrintButtonProps) {
  const t = useTexts();
  const [presses, setPresses] = useState(0);
  return (
    <>
      <button
        className="btn btn--quiet btn--sm"
        type="button"
        title={t('results:print.print')}
        onClick={() => (filtered ? window.print() : setPresses(presses + 1))}
      >
        <Icon name="print" /> <span className="tool__text">{t('results:print.print')}</span>
      </button>
      <Suspense>{presses > 0 && <PrintList key={presses} address={address} total={total} />}</Suspense>
    </>
  );
}
