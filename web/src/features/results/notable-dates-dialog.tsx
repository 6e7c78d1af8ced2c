import type { NotableDates } from '@portal/proto/http/start-up';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { NotableDatesTable } from '../../ui/components/notable-dates-table.js';

/** The county's notable dates in a window over the results (B4-07), where the county shows them (B1-016). */
export function NotableDatesDialog({ dates, onClose }: { dates: NotableDates; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog
      title={t('results:notableDates')}
      onClose={onClose}
      foot={
        <button className="btn btn--primary" type="button" onClick={onClose}>
          {t('shell:close')}
        </button>
      }
    >
      {dates.show && dates.rows.length > 0 ? (
        <NotableDatesTable dates={dates} />
      ) : (
        <p>{t('results:noDates')}</p>
      )}
    </Dialog>
  );
}
