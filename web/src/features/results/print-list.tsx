import { useEffect, useRef, useState } from 'react';
import type { SearchAddress } from '../../shared/search-address.js';
import { PrintQuestion } from './print-question.js';
import { pagesOf } from './results.rules.js';
import { useExport, wholeList } from './use-export.js';

interface PrintListProps {
  address: SearchAddress;
  total: number;
}

/** Saves the page or the whole list as a PDF. Asks which of the two only if they differ. */
export function PrintList({ address, total }: PrintListProps) {
  const [asking, setAsking] = useState(pagesOf(total) > 1);
  const { make, progress } = useExport(address);
  const started = useRef(asking);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    make('PDF', wholeList);
  });
  const choose = (page: number): void => {
    setAsking(false);
    make('PDF', page);
  };
  return (
    <>
      {asking && (
        <PrintQuestion address={address} total={total} onChoose={choose} onClose={() => setAsking(false)} />
      )}
      {progress}
    </>
  );
}
