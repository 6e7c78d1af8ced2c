import { useTexts } from '../../shared/i18n/use-texts.js';
import { useRefusedInView } from '../../shared/refused-in-view.js';
import { Icon } from '../../ui/components/icon.js';

interface PrintButtonProps {
  /**
   * True while only the selected records are shown. The server does not know the selection, so the browser prints the
   * screen.
   */
  filtered: boolean;
  onSave(): void;
}

/** Saves the list as a PDF, or prints the screen while only the selected records are shown. */
export function PrintButton({ filtered, onSave }: PrintButtonProps) {
  const t = useTexts();
  const refused = useRefusedInView();
  return (
    <button
      className="btn btn--quiet btn--sm"
      type="button"
      title={t('results:print.print')}
      {...(!filtered && refused)}
      onClick={() => (filtered ? window.print() : onSave())}
    >
      <Icon name="print" /> <span className="tool__text">{t('results:print.print')}</span>
    </button>
  );
}
