import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { Icon } from '../../ui/components/icon.js';
import { pagesOf } from './results.rules.js';
import { useExport, wholeList } from './use-export.js';

const PrintQuestion = lazy(async () => ({
  default: (await import('./print-question.js')).PrintQuestion,
}));

interface PrintButtonProps {
  address: SearchAddress;
  total: number;
  /** Only the chosen records are shown: the server does not know them, the browser prints what is on the screen. */
  filtered: boolean;
}

/** The list as a PDF: the page, or all of it; asked only when the two differ. */
export function PrintButton({ address, total, filtered }: PrintButtonProps) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const { make, progress } = useExport(address);
  const print = (): void => {
    if (filtered) window.print();
    else if (pagesOf(total) === 1) make('PDF', wholeList);
    else setAsking(true);
  };
  const choose = (page: number): void => {
    setAsking(false);
    make('PDF', page);
  };
  return (
    <>
      <button
        className="btn btn--quiet btn--sm"
        type="button"
        title={t('results:print.print')}
        onClick={print}
      >
        <Icon name="print" /> <span className="tool__text">{t('results:print.print')}</span>
      </button>
      <Suspense>
        {asking && (
          <PrintQuestion address={address} total={total} onChoose={choose} onClose={() => setAsking(false)} />
        )}
      </Suspense>
      {progress}
    </>
  );
}
