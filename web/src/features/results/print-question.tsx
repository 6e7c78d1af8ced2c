import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { Dialog } from '../../ui/components/dialog.js';
import { rangeOfPage } from './results.rules.js';
import { wholeList } from './use-export.js';

interface PrintQuestionProps {
  address: SearchAddress;
  total: number;
  onChoose(page: number): void;
  onClose(): void;
}

/** Asks whether to print the page or the whole list. */
export function PrintQuestion({ address, total, onChoose, onClose }: PrintQuestionProps) {
  const t = useTexts();
  return (
    <Dialog
      title={t('results:print.title')}
      onClose={onClose}
      foot={
        <>
          <button className="btn btn--quiet" type="button" onClick={onClose}>
            {t('results:print.cancel')}
          </button>
          <button className="btn" type="button" onClick={() => onChoose(wholeList)}>
            {t('results:print.all', { total })}
          </button>
          <button className="btn btn--primary" type="button" onClick={() => onChoose(address.pageNumber)}>
            {t('results:print.page', rangeOfPage(address.pageNumber, total))}
          </button>
        </>
      }
    >
      <p>{t('results:print.question')}</p>
    </Dialog>
  );
}
